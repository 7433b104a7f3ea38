/** Below `/settings/`, as earlier clients link to them. */
export const SOURCE_PAGE = 'source';
export const EMBEDS_PAGE = 'source/embeds';
