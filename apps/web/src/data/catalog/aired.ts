/**
 * Says of each episode of a season, given their dates in order, whether it has been shown. Days begin at midnight UTC. An episode
 * without a readable date counts as shown, unless it follows one that is still to come.
 */
export function airedAmong(
  dates: readonly (string | null | undefined)[],
  now: Date,
): readonly boolean[] {
  let isAfterUnaired = false;
  return dates.map((date) => {
    const at = Date.parse(date ?? '');
    if (Number.isNaN(at)) return !isAfterUnaired;
    const isAired = at <= now.getTime();
    isAfterUnaired ||= !isAired;
    return isAired;
  });
}
