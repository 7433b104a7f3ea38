const TELEVISIONS =
  /\b(?:Tizen|Web0S|webOS\.TV|SMART-TV|SmartTV|HbbTV|NetCast|BRAVIA|AFT\w+|GoogleTV|VIDAA)\b/;

/** A browser that a television has built in or plugged in: it has a remote, and a slow processor. */
export const isTelevision = (userAgent: string = navigator.userAgent): boolean =>
  TELEVISIONS.test(userAgent);
