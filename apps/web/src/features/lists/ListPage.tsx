import { useParams } from 'react-router-dom';
import { offerUndo } from '#ui/undo-store.ts';
import { ListScreen } from './ListScreen.tsx';

export function ListPage() {
  const { id = '' } = useParams();
  return <ListScreen key={id} id={id} onRemoved={offerUndo} />;
}
