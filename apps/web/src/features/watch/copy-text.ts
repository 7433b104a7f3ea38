/** Also where `navigator.clipboard` is missing: on plain-http addresses of a home network. True when it worked. */
export async function copyText(text: string): Promise<boolean> {
  if ('clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused, for example inside a frame: the old way may still be allowed.
    }
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const life = new AbortController();
  let isDone = false;
  document.addEventListener(
    'copy',
    (event) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      isDone = true;
    },
    { signal: life.signal },
  );
  document.execCommand('copy');
  life.abort();
  return isDone;
}
