/** Days begin at midnight UTC. What has no date has been shown; what has one that cannot be read has not. */
export function hasAired(date: string | null | undefined, now: Date): boolean {
  return !date || Date.parse(date) < now.getTime();
}
