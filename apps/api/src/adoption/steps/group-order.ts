import { MAX_GROUPS, putGroupOrder } from '@matinee/shared/contract/bookmarks';
import { z } from 'zod';
import { judgedBy } from '../judge.ts';
import { mendGroups } from '../mend.ts';
import type { Step } from '../step.ts';

const Row = z
  .object({ group_order: putGroupOrder.body })
  .transform(({ group_order }) => ({ groups: group_order }));

function judging(): Step['judge'] {
  const judge = judgedBy(Row);
  return (raw, judged) => {
    const order = { max: MAX_GROUPS, name: 'group_order', mend: judged.mend };
    return judge({ ...raw, group_order: mendGroups(raw.group_order, order) }, judged);
  };
}

export const groupOrder = (): Step => ({
  name: 'user_group_order',
  table: 'user_group_order',
  columns: [],
  required: ['user_id', 'group_order'],
  owner: 'user_id',
  label: ['user_id'],
  judge: judging(),
  write: `
    INSERT INTO group_order AS old (user_id, groups)
    SELECT DISTINCT ON (user_id) user_id, groups
    FROM jsonb_to_recordset($1) AS item(user_id text, groups text[])
    ORDER BY user_id, cardinality(groups) DESC
    ON CONFLICT (user_id) DO UPDATE SET groups = excluded.groups
    WHERE cardinality(old.groups) = 0 AND cardinality(excluded.groups) > 0
    RETURNING xmax = 0 AS added`,
});
