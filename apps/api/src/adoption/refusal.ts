/** Why nothing can be imported, and what to do about it: a sentence for the person who started it. */
export class Refusal extends Error {
  override name = 'Refusal';
}
