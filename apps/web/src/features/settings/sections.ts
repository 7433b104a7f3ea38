export const SECTIONS = ['account', 'preferences', 'appearance', 'captions', 'connection'] as const;
export type SectionName = (typeof SECTIONS)[number];
