import { useParams } from 'react-router-dom';
import { offerUndo } from '#features/home/cards/undo-store.ts';
import { ListScreen } from '#features/lists/ListScreen.tsx';

export function List() {
  const { id = '' } = useParams();
  return <ListScreen key={id} id={id} onRemoved={offerUndo} />;
}
