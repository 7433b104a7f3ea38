import { useQuery } from '@tanstack/react-query';
import styles from './Linking.module.css';

/** The quiet zone of ISO/IEC 18004, in modules. */
const MARGIN = 4;

/** Loads the encoder on demand. When that fails, the text beside it still has the code. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data } = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => {
      const { encodeQR } = await import('qr');
      const rows = encodeQR(text, 'raw', { border: MARGIN });
      return { size: rows.length, path: qrPath(rows) };
    },
    gcTime: 0,
    retry: false,
  });
  if (!data) return <div className={styles.qrCode} aria-hidden />;
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${data.size} ${data.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={data.path} />
    </svg>
  );
}

/** SVG path of the dark modules, one unit each. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows
    .map((row, y) => {
      const line = row.map((isDark) => (isDark ? 'x' : ' ')).join('');
      return [...line.matchAll(/x+/g)]
        .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
        .join('');
    })
    .join('');
}
