const MAX_SHAPE_LENGTH = 200;
/** Long messages are truncated first, to keep patterns from running over megabytes. */
const MAX_READ_LENGTH = 2_000;

/**
 * Returns the part of an error message that its repetitions share. Removes addresses, quoted text, IDs and numbers,
 * which may be personal.
 */
export function errorShape(message: string): string {
  return shortened(
    message
      .slice(0, MAX_READ_LENGTH)
      .replaceAll(/[a-z][a-z\d+.-]*:\/\/[^\s"'<>`)]+/gi, '(address)')
      .replaceAll(/[^\s@(]+@[^\s@)]+/g, '(address)')
      // Remove everything up to the last quotation mark, because quoted JSON contains some.
      .replaceAll(/"[^]*"|“[^”]*”|„[^“]*“|«[^»]*»|`[^`]*`/g, '"…"')
      // Keep apostrophes inside words, which aren't quotation marks, and names of properties, which aren't personal.
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
