interface Named {
  readonly id: string;
}

/** Those that somebody has put in an order first; what is new comes behind, as it ranks itself. */
export function inOrder<T extends Named>(all: readonly T[], order: readonly string[]): T[] {
  const chosen = order.flatMap((id) => all.filter((one) => one.id === id));
  return [...new Set([...chosen, ...all])];
}

export function movedTo(ids: readonly string[], id: string, place: number): string[] {
  return ids.filter((one) => one !== id).toSpliced(place, 0, id);
}
