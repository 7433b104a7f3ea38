// A second, the default of Testing Library's `findBy…` and `waitFor`, is too short on a busy machine.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 20_000 });
}
