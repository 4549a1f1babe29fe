import type { AdminOnlineProduct } from '#contract/products.ts';
import { EditConflict } from '../../admin/EditConflict.tsx';
import { FormDialog } from '../../admin/FormDialog.tsx';
import { useEditForm } from '../../platform/conflict.ts';
import { useShapeForm } from '../../platform/form.ts';
import { useFetchProduct, useSaveProduct } from './api.ts';
import { NameFields, ToolFields } from './ProductFields.tsx';
import { blankValues, fieldLabels, ProductShape, valuesOf, wordsFor } from './values.ts';

type ProductDialogProps = {
  /** The product to edit; without it a new one is made. */
  product?: AdminOnlineProduct;
  onClose: () => void;
};

/** Adds or edits an online product. */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
  return product ? <EditDialog product={product} onClose={onClose} /> : <CreateDialog onClose={onClose} />;
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const saving = useSaveProduct(undefined, onClose);
  const form = useShapeForm({
    shape: ProductShape,
    defaultValues: blankValues,
    send: (values) => saving.mutateAsync(values),
  });
  return (
    <FormDialog
      form={form}
      title="Add Product"
      description="Online tools are linked to a product, which says where they open."
      saveLabel="Create Product"
      onClose={onClose}
    >
      <Fields />
    </FormDialog>
  );
}

const editedOf = (one: AdminOnlineProduct) => ({ values: valuesOf(one), updatedAt: one.updatedAt });

function EditDialog({ product, onClose }: { product: AdminOnlineProduct; onClose: () => void }) {
  const saving = useSaveProduct(product, onClose);
  const fetchProduct = useFetchProduct();
  const { form, conflict } = useEditForm({
    shape: ProductShape,
    opened: editedOf(product),
    save: (values, updatedAt) => saving.mutateAsync({ ...values, updatedAt }),
    fetchSaved: async () => editedOf(await fetchProduct(product.id)),
    code: 'catalogue.product-conflict',
  });
  return (
    <FormDialog
      form={form}
      title="Edit Product"
      description={product.name}
      saveLabel="Save Product"
      onClose={onClose}
      over={<EditConflict noun="product" conflict={conflict} labels={fieldLabels} wordsFor={wordsFor} />}
    >
      <Fields />
    </FormDialog>
  );
}

function Fields() {
  return (
    <>
      <NameFields />
      <ToolFields />
    </>
  );
}
