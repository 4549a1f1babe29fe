import { useController, useWatch } from 'react-hook-form';
import { mostSamplePages } from '#contract/catalogue/catalogue.ts';
import { resourceLimits } from '#contract/catalogue/publishing-forms.ts';
import { firstCharacters } from '#contract/characters.ts';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { DocumentField } from '../files/DocumentField.tsx';
import { ImageField } from '../files/ImageField.tsx';
import { ImageListField } from '../files/ImageListField.tsx';
import { sentenceIn, useResourceFields } from './use-resource-form.ts';
import type { ResourceValues } from './values.ts';

export function TitleField({ hint }: { hint?: string }) {
  const { register, formState } = useResourceFields();
  return (
    <Field label="Title" isRequired hint={hint} error={formState.errors.title?.message}>
      <TextInput autoComplete="off" {...register('title')} />
    </Field>
  );
}

/** Field of the description; tools call it additional details (ADM-TOOL-10). */
export function DescriptionField({ label = 'Description', hint }: { label?: string; hint?: string }) {
  const { register, formState } = useResourceFields();
  const isOptional = label !== 'Description';
  return (
    <Field
      label={label}
      isRequired={!isOptional}
      isOptional={isOptional}
      hint={hint}
      error={formState.errors.description?.message}
    >
      <Textarea rows={6} {...register('description')} />
    </Field>
  );
}

export function DurationField() {
  const { register, formState } = useResourceFields();
  return (
    <Field label="Estimated Duration (minutes)" isOptional error={formState.errors.estimatedDuration?.message}>
      <TextInput
        type="number"
        min={1}
        step={1}
        inputMode="numeric"
        className="sm:max-w-40"
        {...register('estimatedDuration')}
      />
    </Field>
  );
}

/** Fields that the forms of templates, tools and the generic types have in common, in their order. */
export function SharedFields() {
  return (
    <>
      <VideoField />
      <DurationField />
    </>
  );
}

/**
 * Field of the https URL of a video about the resource, and with a URL the choice who can watch it, except for free
 * resources.
 */
function VideoField() {
  const { register, formState } = useResourceFields();
  const [accessType, ...addresses] = useWatch<
    ResourceValues,
    ['accessType', 'videoUrl', 'metadata.videoUrl', 'metadata.instructionalVideoUrl']
  >({ name: ['accessType', 'videoUrl', 'metadata.videoUrl', 'metadata.instructionalVideoUrl'] });
  return (
    <>
      <Field
        label="Instructional Video URL"
        isOptional
        hint="YouTube, Vimeo and MP4 or WebM files play in the page. Other https addresses become a link."
        error={formState.errors.metadata?.instructionalVideoUrl?.message}
      >
        <TextInput
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          {...register('metadata.instructionalVideoUrl')}
        />
      </Field>
      {accessType !== 'free' && addresses.some(Boolean) ? <VideoAccessField /> : null}
    </>
  );
}

/** Field that makes the video of a paid resource a preview for every member or a part of what is sold (ACCESS-23). */
function VideoAccessField() {
  const { register, formState } = useResourceFields();
  return (
    <Field
      label="Who Can Watch the Video"
      hint="If the video is what you sell, choose people with access, so that other people do not get its address."
      error={formState.errors.videoAccess?.message}
    >
      <Select {...register('videoAccess')}>
        <option value="preview">Every member, as a preview</option>
        <option value="content">Only people with access</option>
      </Select>
    </Field>
  );
}

const longestFileTitle = 200;

/** API clients may name a file on another site by its https URL (API-60). */
const isUpload = (fileUrl: string) => fileUrl.startsWith('/');

/** Field of the file that members download. */
export function ResourceFileField({ label, isOptional }: { label: 'File' | 'Template File'; isOptional?: boolean }) {
  const { getValues, setValue } = useResourceFields();
  const { field, fieldState } = useController<ResourceValues, 'fileUrl'>({ name: 'fileUrl' });
  return (
    <DocumentField
      label={label}
      isOptional={isOptional}
      error={fieldState.error?.message}
      document={
        field.value
          ? {
              url: field.value,
              name: getValues('fileTitle') ?? (isUpload(field.value) ? 'Uploaded file' : field.value),
            }
          : null
      }
      getTitle={() => getValues('title')}
      inputRef={field.ref}
      onChange={(document) => {
        setValue('fileTitle', document ? firstCharacters(document.name, longestFileTitle) : null);
        field.onChange(document?.url ?? null);
      }}
    />
  );
}

const sampleChoices = Array.from({ length: mostSamplePages + 1 }, (_, pages) => pages);

/** Field of the number of public pages of a PDF; renders nothing without an uploaded file (DETAIL-27). */
export function SamplePagesField() {
  const { register, formState } = useResourceFields();
  const fileUrl = useWatch<ResourceValues, 'fileUrl'>({ name: 'fileUrl' });
  if (!fileUrl || !isUpload(fileUrl)) return null;
  return (
    <Field
      label="Sample pages"
      hint="Everyone can look at these pages before buying. Only for PDF files, and never the whole file."
      error={formState.errors.samplePages?.message}
    >
      <Select className="sm:max-w-60" {...register('samplePages')}>
        {sampleChoices.map((pages) => (
          <option key={pages} value={String(pages)}>
            {pages === 0 ? 'None' : pages === 1 ? 'The first page' : `The first ${pages} pages`}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function FeaturedImageField() {
  const { setValue } = useResourceFields();
  const { field, fieldState } = useController<ResourceValues, 'featuredImageUrl'>({ name: 'featuredImageUrl' });
  return (
    <ImageField
      label="Featured Image"
      isOptional
      error={fieldState.error?.message}
      image={field.value}
      inputRef={field.ref}
      onChange={(image) => {
        // Otherwise the thumbnail of the previous image would stay.
        setValue('thumbnailUrl', null);
        field.onChange(image);
      }}
    />
  );
}

/** Field of the slideshow's pictures, each with its text. */
export function SlideshowField() {
  const { getValues, formState } = useResourceFields();
  const name = 'metadata.slideshowImages';
  const { field, fieldState } = useController<ResourceValues, typeof name>({ name });
  return (
    <ImageListField
      label="Slideshow Images"
      isOptional
      error={sentenceIn(fieldState.error) ?? sentenceIn(Object(formState.errors.metadata).slideshowTexts)}
      maxTextLength={resourceLimits.slideText}
      images={field.value}
      inputRef={field.ref}
      onChange={(next) => field.onChange(next(getValues(name)))}
    />
  );
}
