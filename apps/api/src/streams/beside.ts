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
  let foreseen: string[] = [];
  let tickets: readonly string[] = [];
  let next = 0;
  /** Of those that were not foreseen: tags name the same key again and again. */
  let single: { address: string; ticket: string | undefined } | undefined;

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
      foreseen = [];
      const names: string[] = [];
      for (const line of lines) {
        const name = line.startsWith('#') ? undefined : nameOf(line);
        if (name === undefined) continue;
        foreseen.push(line);
        names.push(name);
      }
      tickets = names.length > 0 ? issueNames(names) : [];
      next = 0;
    },
    ticketOf(address) {
      if (address === foreseen[next]) {
        next += 1;
        return tickets[next - 1];
      }
      const name = address === single?.address ? undefined : nameOf(address);
      if (name !== undefined) single = { address, ticket: issueNames([name])[0] };
      return address === single?.address ? single.ticket : undefined;
    },
  };
}
