/** Prints a heading and lines of their own, without the page around them. */
export function printText(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const { contentDocument: paper, contentWindow: view } = frame;
  if (!paper || !view) return frame.remove();
  paper.title = title;
  const heading = paper.createElement('h1');
  heading.textContent = title;
  const list = paper.createElement('ol');
  for (const line of lines) {
    const item = paper.createElement('li');
    item.textContent = line;
    list.append(item);
  }
  paper.body.append(heading, list);
  // Safari prints after it has returned.
  view.addEventListener('afterprint', () => setTimeout(() => frame.remove(), 0));
  view.print();
}
