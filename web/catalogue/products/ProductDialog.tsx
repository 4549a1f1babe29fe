import { useController, useFormContext } from 'react-hook-form';
import { type AdminOnlineProduct, ProductOpening, ToolType } from '#contract/catalogue/products.ts';
import { EditConflict } from '#web/admin/EditConflict.tsx';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { useEditForm } from '#web/platform/conflict.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useFetchProduct, useSaveProduct } from './api.ts';
import { addressLabel, openingNames, slugOf, toolTypeHints, toolTypeNames } from './display.ts';
import { blankValues, fieldLabels, ProductShape, type ProductValues, valuesOf, wordsFor } from './values.ts';

type ProductDialogProps = {
  /** Product to edit; absent for a new one. */
  product?: AdminOnlineProduct;
  onClose: () => void;
};

export function ProductDialog({ product, onClose }: ProductDialogProps) {
  return product ? <EditDialog product={product} onClose={onClose} /> : <CreateDialog onClose={onClose} />;
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const saving = useSaveProduct(undefined, onClose);
  const form = useSchemaForm({
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
    code: 'products.conflict',
  });
  return (
    <FormDialog
      form={form}
      title="Edit product"
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

/** Name, slug and description of a product (LABEL-14). */
function NameFields() {
  const { register, formState } = useFormContext<ProductValues>();
  // Registered in their order on screen, so that the first invalid field takes the focus.
  const name = register('name');
  const { field } = useController<ProductValues, 'slug'>({ name: 'slug' });
  const { errors } = formState;
  return (
    <>
      <Field label="Name" isRequired error={errors.name?.message}>
        <TextInput autoComplete="off" {...name} />
      </Field>
      <Field
        label="Slug"
        isRequired
        error={errors.slug?.message}
        hint="Lowercase letters, numbers and hyphens: the end of its path in the portal."
      >
        <TextInput
          {...field}
          leading="/tools/"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => field.onChange(slugOf(event.target.value))}
        />
      </Field>
      <Field label="Description" isOptional error={errors.description?.message}>
        <Textarea rows={2} {...register('description')} />
      </Field>
    </>
  );
}

function ToolFields() {
  const { register, watch, formState } = useFormContext<ProductValues>();
  const toolType = watch('toolType');
  return (
    <>
      <Field label="Tool Type" hint={toolTypeHints[toolType]}>
        <Select {...register('toolType')}>
          {ToolType.options.map((type) => (
            <option key={type} value={type}>
              {toolTypeNames[type]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={addressLabel(toolType)}
        hint="An https address, or a path of the portal that begins with a slash."
        error={formState.errors.address?.message}
      >
        <TextInput inputMode="url" autoComplete="off" spellCheck={false} maxLength={1000} {...register('address')} />
      </Field>
      <Field label="Opening">
        <Select {...register('opening')}>
          {ProductOpening.options.map((opening) => (
            <option key={opening} value={opening}>
              {openingNames[opening]}
            </option>
          ))}
        </Select>
      </Field>
      <Switch label="Active" description="Members can open the tool." {...register('isActive')} />
    </>
  );
}
