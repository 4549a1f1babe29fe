import { Plus } from 'lucide-react';
import { OpenButton } from '../../admin/lazy-dialog.tsx';
import { productDialog } from './ProductActions.tsx';

/** The button that opens the form of a new product. */
export function AddProduct() {
  return (
    <OpenButton dialog={productDialog}>
      <Plus size={18} />
      Add Product
    </OpenButton>
  );
}
