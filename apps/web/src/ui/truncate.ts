const LONGEST = 36;

/** A card has room for 36 characters; what is longer ends in an ellipsis. */
export function cutTitle(title: string): string {
  const characters = Array.from(title);
  if (characters.length <= LONGEST) return title;
  return `${characters.slice(0, LONGEST).join('').trimEnd()}…`;
}
