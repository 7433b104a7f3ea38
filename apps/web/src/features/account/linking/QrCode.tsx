import { useQuery } from '@tanstack/react-query';
import styles from './QrCode.module.css';
import { qrPath } from './qr-path.ts';

/** Around it, as the standard wants it. */
const MARGIN = 4;

/** For a camera. What draws it comes only when it is wanted; where it does not come, there is the text beside it. */
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
  if (!data) return <div className={styles.code} aria-hidden />;
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${data.size} ${data.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={data.path} />
    </svg>
  );
}
