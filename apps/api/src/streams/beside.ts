// What a playlist names beside itself or below, which is nearly all that most name: no parser is needed to see where it
// leads, and it can be sealed together.
import { LONGEST_NAME } from './name-seal.ts';

export interface Beside {
  /** What is to be put behind the directory's address; undefined for what leads elsewhere, or takes a parser to tell. */
  readonly restOf: (address: string) => string | undefined;
  /** Told which lines come next, it seals all that it can of them. */
  readonly foresee: (lines: readonly string[]) => void;
  /** Undefined for what is not sealed in this way. */
  readonly ticketOf: (address: string) => string | undefined;
}

/** Names below each other, and a query, in letters that a parser leaves as they are and without steps up. */
const PLAIN = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*(?:\?[\w.=&%-]*)?$/;

export function createBeside(
  directory: string,
  issueNames: (names: readonly string[]) => readonly string[],
): Beside {
  /** In the order in which they come. */
  let foreseen: readonly string[] = [];
  let tickets: readonly string[] = [];
  let next = 0;

  function restOf(address: string): string | undefined {
    const rest = address.startsWith(directory) ? address.slice(directory.length) : address;
    return PLAIN.test(rest) ? rest : undefined;
  }

  function nameOf(address: string): string | undefined {
    const rest = restOf(address);
    return rest !== undefined && rest.length <= LONGEST_NAME ? rest : undefined;
  }

  return {
    restOf,
    foresee(lines) {
      const found = lines.flatMap((line) => {
        const name = line.startsWith('#') ? undefined : nameOf(line);
        return name === undefined ? [] : [[line, name] as const];
      });
      foreseen = found.map(([line]) => line);
      tickets = found.length > 0 ? issueNames(found.map(([, name]) => name)) : [];
      next = 0;
    },
    ticketOf(address) {
      if (address === foreseen[next]) {
        next += 1;
        return tickets[next - 1];
      }
      const name = nameOf(address);
      return name === undefined ? undefined : issueNames([name])[0];
    },
  };
}
