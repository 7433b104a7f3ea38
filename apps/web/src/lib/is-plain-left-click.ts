interface Press {
  readonly defaultPrevented: boolean;
  readonly button: number;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
}

/** Of a link, not one that the browser answers with a tab or a window of its own, or with a download. */
export const isPlainPress = (press: Press): boolean =>
  !press.defaultPrevented &&
  press.button === 0 &&
  !(press.metaKey || press.altKey || press.ctrlKey || press.shiftKey);
