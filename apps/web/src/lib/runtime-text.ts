/** `1 hr 53 min`, localized. */
export function runtimeText(minutes: number, language: string): string {
  const unit = (name: 'hour' | 'minute', value: number): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(
      value,
    );
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  const parts = [
    ...(hours > 0 ? [unit('hour', hours)] : []),
    ...(rest > 0 || hours === 0 ? [unit('minute', rest)] : []),
  ];
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(parts);
}
