const MAX_SHAPE_LENGTH = 200;
/** Long messages are cut first, so that no pattern runs over megabytes. */
const MAX_READ_LENGTH = 2_000;

/**
 * The part of an error message that its repetitions share: without addresses, quoted text, ids and
 * numbers, which may be personal.
 */
export function errorShape(message: string): string {
  return shortened(
    message
      .slice(0, MAX_READ_LENGTH)
      .replaceAll(/[a-z][a-z\d+.-]*:\/\/[^\s"'<>`)]+/gi, '(address)')
      .replaceAll(/[^\s@(]+@[^\s@)]+/g, '(address)')
      // Quoted JSON has quotation marks inside, so everything up to the last one goes.
      .replaceAll(/"[^]*"|“[^”]*”|„[^“]*“|«[^»]*»|`[^`]*`/g, '"…"')
      // An apostrophe inside a word is no quotation mark. A property that code reads is not personal.
      .replaceAll(/(?<!\w)(?<!reading )'[^']*'(?!\w)/g, '"…"')
      .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '#')
      .replaceAll(/\b(?=[\w-]*\d)[\w-]{20,}\b/g, '#')
      .replaceAll(/(?:[\da-f]{0,4}:){2,}[\da-f]{0,4}/gi, '#')
      .replaceAll(/\d+(?:[.,]\d+)*/g, '#')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

function shortened(text: string): string {
  if (text.length <= MAX_SHAPE_LENGTH) return text;
  return `${text.slice(0, MAX_SHAPE_LENGTH - 1).toWellFormed()}…`;
}
