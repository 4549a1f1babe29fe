import { useController, useFormContext } from 'react-hook-form';
import { ProductOpening, ToolType } from '#contract/products.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { addressLabel, openingNames, slugOf, toolTypeHints, toolTypeNames } from './display.ts';
import type { ProductValues } from './values.ts';

/** What a product is called, and where it lives (LABEL-14). */
export function NameFields() {
  const { register, formState } = useFormContext<ProductValues>();
  // Known to the form in the order in which they stand, so that the first wrong one takes the focus.
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

/** What kind of tool it is, where it lies and how it opens. */
export function ToolFields() {
  const { register, watch } = useFormContext<ProductValues>();
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
      <Field label={addressLabel(toolType)} hint="An https address, or a path of the portal that begins with a slash.">
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
