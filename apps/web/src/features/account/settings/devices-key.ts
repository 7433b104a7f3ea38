/** Under which the list of devices is kept. */
export const DEVICES = ['account', 'devices'] as const;
