const TELEVISIONS =
  /\b(?:Tizen|Web0S|webOS\.TV|SMART-TV|SmartTV|HbbTV|NetCast|BRAVIA|AFT\w+|GoogleTV|VIDAA)\b/;

/** Browsers of televisions and sticks: remote control, slow processor. */
export const isTelevision = (userAgent: string = navigator.userAgent): boolean =>
  TELEVISIONS.test(userAgent);

const WIDE_WITHOUT_MOUSE = '(width >= 1920px) and (hover: none)';

interface ScreenQuery extends EventTarget {
  readonly matches: boolean;
}

interface View {
  readonly navigator: { readonly userAgent: string };
  readonly matchMedia: (query: string) => ScreenQuery;
}

/** Sets `data-television` for television.css. */
export function watchTelevision(root: HTMLElement, view: View): void {
  const wide = view.matchMedia(WIDE_WITHOUT_MOUSE);
  const mark = () =>
    root.toggleAttribute('data-television', wide.matches || isTelevision(view.navigator.userAgent));
  wide.addEventListener('change', mark);
  mark();
}
