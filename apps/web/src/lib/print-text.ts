/** Prints a heading and lines from an iframe, without the page. */
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
  // Safari's print() returns before it prints.
  view.addEventListener('afterprint', () => setTimeout(() => frame.remove(), 0));
  view.print();
}
