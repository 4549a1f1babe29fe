import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { errors } from '#contract/errors.ts';
import { brandPictureExtensions, maxBrandPictureBytes } from '#contract/identity/settings-admin.ts';
import { uploadFailures } from '#web/catalogue/files/display.ts';
import { forgetChoice, useUploads } from '#web/catalogue/files/use-uploads.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Field, FieldError } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Logo } from '#web/ui/Wordmark.tsx';
import { brandTones } from './api.ts';
import { adjustment, colourOf, fieldLabels, type SettingsValues } from './display.ts';
import { Section } from './SettingsFields.tsx';

export function BrandFields() {
  return (
    <Section title="Brand" about="Choose one colour. The portal derives all tones from it.">
      <ColourField />
      <div className="brand-pictures">
        <PictureField name="logoFileId" about="For light backgrounds" theme="light" />
        <PictureField name="darkLogoFileId" about="Used in the dark theme" theme="dark" />
        <PictureField name="faviconFileId" about="Square, at least 64 px" theme="light" />
      </div>
      <p className="mt-3 text-sm text-muted-foreground">PNG, JPEG or WebP, up to 1 MB.</p>
    </Section>
  );
}

const ownColour = '#0d4f48';
const shown = ['accent', 'ring', 'primary', 'brand-raised', 'brand'] as const;

function ColourField() {
  const { formState, setValue } = useFormContext<SettingsValues>();
  const { field } = useController<SettingsValues, 'brandColour'>({ name: 'brandColour' });
  const { data: tones } = useQuery({ ...brandTones(useColour()), placeholderData: keepPreviousData });
  const colour = colourOf(field.value);
  const note = tones && adjustment(colour, tones);
  const change = (value: string) => setValue('brandColour', value, { shouldDirty: true, shouldValidate: true });
  return (
    <>
      <div className="flex items-start gap-4">
        <input
          type="color"
          aria-label="Pick the brand colour"
          value={colour ?? ownColour}
          onChange={(event) => change(event.target.value)}
          className="brand-swatch"
        />
        <Field
          label={fieldLabels.brandColour}
          isOptional
          error={formState.errors.brandColour?.message}
          className="flex-1"
        >
          <TextInput {...field} value={field.value ?? ''} placeholder="#0a9bd6" spellCheck={false} autoComplete="off" />
        </Field>
      </div>
      {field.value ? (
        <TextButton className="mt-2 text-sm" onClick={() => change('')}>
          Use the usual colours
        </TextButton>
      ) : null}
      {tones ? (
        <div aria-hidden="true" className="mt-4 grid gap-1.5 text-xs text-muted-foreground">
          {(['light', 'dark'] as const).map((theme) => (
            <div key={theme} className="brand-tones">
              {theme === 'light' ? 'Light' : 'Dark'}
              {shown.map((name) => (
                <span key={name} className="brand-tone" style={{ backgroundColor: tones[theme][name] }} />
              ))}
            </div>
          ))}
        </div>
      ) : null}
      <div role="status" className="mt-5">
        {note ? <Banner>{note}</Banner> : null}
      </div>
    </>
  );
}

const accepted = brandPictureExtensions.map((extension) => `.${extension}`).join(',');

type PictureFieldProps = {
  name: 'logoFileId' | 'darkLogoFileId' | 'faviconFileId';
  about: string;
  /** The theme on whose background the picture is seen. */
  theme: 'light' | 'dark';
};

/** One picture of the brand: shown, replaced, removed. The server checks it again when the settings are saved. */
function PictureField({ name, about, theme }: PictureFieldProps) {
  const { data: usual } = useQuery(brandTones(null));
  const { field } = useController<SettingsValues, typeof name>({ name });
  const [refusal, setRefusal] = useState<string | null>(null);
  const label = fieldLabels[name];
  const { running, start, stopAll } = useUploads({
    kind: 'image',
    failureText: uploadFailures.image,
    onUploaded: (url) => field.onChange(url.split('/').at(-1) ?? null),
  });

  function choose(file: File | undefined) {
    if (!file) return;
    stopAll();
    const isPicture = brandPictureExtensions.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`));
    const isAccepted = isPicture && file.size <= maxBrandPictureBytes;
    setRefusal(isAccepted ? null : errors['portal.picture-refused'].message);
    if (isAccepted) start([file]);
  }

  return (
    <div className="py-3.5">
      <div className="brand-picture">
        <span
          className={theme === 'dark' ? 'brand-ground dark' : 'brand-ground'}
          style={{ backgroundColor: usual?.[theme].background }}
        >
          {field.value ? <img src={`/media/${field.value}`} alt="" className="max-h-full" /> : <Logo size={20} />}
        </span>
        <span className="min-w-0">
          <b className="block text-sm font-semibold">{label}</b>
          <span className="text-xs text-muted-foreground">{about}</span>
        </span>
        <span className="flex flex-wrap justify-end gap-1">
          {field.value ? (
            <Button variant="ghost" size="small" onClick={() => field.onChange(null)}>
              Remove<VisuallyHidden> {label}</VisuallyHidden>
            </Button>
          ) : null}
          <label className={buttonClasses({ variant: 'ghost', size: 'small', className: 'brand-upload' })}>
            {running.length > 0 ? 'Uploading…' : field.value ? 'Replace' : 'Upload'}
            <VisuallyHidden> {label}</VisuallyHidden>
            <input
              type="file"
              accept={accepted}
              className="sr-only"
              onChange={(event) => {
                choose(event.target.files?.[0]);
                forgetChoice(event);
              }}
            />
          </label>
        </span>
      </div>
      {refusal ? (
        <div className="mt-2">
          <FieldError>{refusal}</FieldError>
        </div>
      ) : null}
    </div>
  );
}

const pauseMilliseconds = 150;

/**
 * Returns the colour for the preview: the form's, once it has not changed for a moment, because a colour picker reports
 * each step of a drag.
 */
export function useColour(): string | null {
  const typed = useWatch<SettingsValues, 'brandColour'>({ name: 'brandColour' });
  const wanted = colourOf(typed);
  const isReady = wanted !== null || !typed;
  const [colour, setColour] = useState(wanted);
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => setColour(wanted), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [wanted, isReady]);
  return colour;
}
