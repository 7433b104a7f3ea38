/** A task of its own for what follows, so that the page may draw and hear in between. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
