/** As clients of the family write them. */
export const COLORS = {
  blue: '#0A54FF',
  pink: '#CF2E68',
  yellow: '#F9DD7F',
  violet: '#7652DD',
  green: '#2ECFA8',
} as const;
export const COLOR_NAMES = ['blue', 'pink', 'yellow', 'violet', 'green'] as const;

export const ICON_NAMES = ['userGroup', 'couch', 'mobile', 'ticket', 'film'] as const;

export const FIRST_LOOK = { colorA: COLORS.blue, colorB: COLORS.blue, icon: 'userGroup' } as const;
