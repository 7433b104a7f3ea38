import { expect, test } from 'vitest';
import { countsOf, parseMetrics } from './MetricsPanel.tsx';

const PAGE = `# HELP mw_user_count Accounts.
# TYPE mw_user_count counter
mw_user_count{namespace="movie-web"} 42
mw_provider_hostname_count{hostname="https://one.example"} 3
mw_provider_hostname_count{hostname="http://two.example"} 4
mw_provider_status_count{provider_id="archive",status="success"} 5
mw_provider_status_count{provider_id="archive",status="notfound"} 2
mw_provider_status_count{provider_id="peertube",status="failed"} 9
plain_value 1.5e3 1700000000000
said{text="a \\"quoted\\" \\\\ word\\nand a line"} 1
not a line of metrics at all
`;

test('escaped labels are unescaped', () => {
  const samples = parseMetrics(PAGE);
  expect(samples.find(({ name }) => name === 'said')?.labels.text).toBe(
    'a "quoted" \\ word\nand a line',
  );
  expect(samples.find(({ name }) => name === 'plain_value')).toEqual({
    name: 'plain_value',
    labels: {},
    value: 1500,
  });
  expect(samples).toHaveLength(8);
});

test('accounts and searches are summed, and sources are sorted by use', () => {
  expect(countsOf(parseMetrics(PAGE))).toEqual({
    accounts: 42,
    searches: 7,
    sources: [
      { id: 'peertube', found: 0, notFound: 0, failed: 9 },
      { id: 'archive', found: 5, notFound: 2, failed: 0 },
    ],
  });
});

test('an empty page counts nothing', () => {
  expect(countsOf(parseMetrics(''))).toEqual({ accounts: 0, searches: 0, sources: [] });
});
