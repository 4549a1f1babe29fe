import { useQuery } from '@tanstack/react-query';
import { FileText, Plus, Scale, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { type PathContent, type PathSection, type PathStep, pathLimits, stepsOf } from '#contract/catalogue/paths.ts';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import { ownAssessmentQuery } from '#web/learning/assessment/plan-api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field, FieldError } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Select } from '#web/ui/Select.tsx';
import { SortableList } from '#web/ui/SortableList.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { resourceQuery } from '../catalogue/api.ts';
import { typeNames } from '../catalogue/display.ts';
import { CardPreview } from './CardPreview.tsx';
import { DescriptionField, DurationField, FeaturedImageField, TitleField } from './ContentFields.tsx';
import { EditorColumns, FormSection } from './EditorColumns.tsx';
import { FormSettings } from './FormSettings.tsx';
import {
  type AssessmentWays,
  assessmentStep,
  assessmentWarning,
  newStepId,
  type PathValues,
  type PickedPart,
  resourceStep,
  stepWarning,
  textStep,
  titleOfStep,
  withoutSection,
  withoutStep,
  withSection,
  withStep,
  withStepIn,
} from './path-values.ts';
import { ResourceSearch } from './ResourcePicker.tsx';
import { type ResourceFieldsProps, sentenceIn, useResourceFields } from './use-resource-form.ts';
import type { ResourceValues } from './values.ts';

/** Form of a learning path: its steps in sections, and its access (PATH-04). */
export function PathFields({ resourceId }: ResourceFieldsProps) {
  const { setFocus } = useResourceFields();
  // The fields are loaded after the form, which therefore cannot focus the first one.
  useEffect(() => {
    if (resourceId === undefined) setFocus('title');
  }, [resourceId, setFocus]);
  return (
    <EditorColumns side={<FormSettings resourceId={resourceId} />}>
      <FormSection title="Content">
        <TitleField />
        <DescriptionField />
        <DurationField />
        <FeaturedImageField />
      </FormSection>
      <FormSection title="Steps">
        <StepsField resourceId={resourceId} />
      </FormSection>
      <CardPreview />
    </EditorColumns>
  );
}

/** Whether a resource can be a step: no bundle, no path, and so never the path itself. */
const isOffered = ({ type }: Pick<AdminResource, 'type'>) => type !== 'bundle' && type !== 'path';

const partOf = ({ id, title, type, accessType, isPublished }: AdminResource): PickedPart => ({
  id,
  title,
  type,
  accessType,
  state: isPublished ? 'listed' : 'draft',
  hasCheck: null,
});

function StepsField({ resourceId }: Pick<ResourceFieldsProps, 'resourceId'>) {
  const { field, fieldState } = useController<ResourceValues, 'path'>({ name: 'path' });
  const { content, parts } = field.value;
  const change = (next: PathContent, added: PickedPart[] = []) =>
    field.onChange({ content: next, parts: [...parts, ...added] } satisfies PathValues);
  const count = stepsOf(content).length;
  const error = sentenceIn(fieldState.error);
  return (
    <>
      <RadioGroup legend="Order" columns={2}>
        {(['in_order', 'free'] as const).map((order) => (
          <Radio
            key={order}
            name="path-order"
            value={order}
            label={order === 'in_order' ? 'Step by step' : 'In any order'}
            description={
              order === 'in_order' ? 'Each required step opens the next one.' : 'All steps are open from the beginning.'
            }
            checked={content.order === order}
            onChange={() => change({ ...content, order })}
          />
        ))}
      </RadioGroup>
      <p className="text-sm text-muted-foreground">
        {count} of at most {pathLimits.steps} steps. A published knowledge check of the path itself is its last step
        {resourceId === undefined ? '; you can add it once the path is saved.' : '.'}
      </p>
      {error ? <FieldError>{error}</FieldError> : null}
      {content.sections.map((section, place) => (
        <SectionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a section has no other identity
          key={place}
          place={place}
          section={section}
          value={field.value}
          onChange={change}
        />
      ))}
      <Button
        variant="outline"
        className="self-start"
        disabled={content.sections.length >= pathLimits.sections}
        onClick={() => change({ ...content, sections: [...content.sections, { title: '', summary: '', steps: [] }] })}
      >
        <Plus size={16} />
        Add section
      </Button>
    </>
  );
}

type SectionProps = {
  place: number;
  section: PathSection;
  value: PathValues;
  onChange: (content: PathContent, added?: PickedPart[]) => void;
};

function SectionFields({ place, section, value, onChange }: SectionProps) {
  const { content, parts } = value;
  const [said, setSaid] = useState('');
  const isFull = stepsOf(content).length >= pathLimits.steps;
  const hasAssessment = stepsOf(content).some(({ kind }) => kind === 'assessment');
  const named = new Set(stepsOf(content).flatMap((step) => (step.kind === 'resource' ? [step.resourceId] : [])));
  const add = (step: PathStep, added: PickedPart[] = []) => {
    onChange(withSection(content, place, { steps: [...section.steps, step] }), added);
    setSaid(`${titleOfStep(step, [...parts, ...added])} added`);
  };
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border border-border p-4">
      <legend className="px-1 text-sm font-semibold">Section {place + 1}</legend>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="flex items-end gap-2">
        <Field label="Heading" isOptional className="flex-1">
          <TextInput
            value={section.title}
            onChange={(event) => onChange(withSection(content, place, { title: event.currentTarget.value }))}
          />
        </Field>
        <IconButton
          label={`Remove section ${place + 1}`}
          icon={<X size={18} />}
          disabled={content.sections.length === 1}
          onClick={() => onChange(withoutSection(content, place))}
        />
      </div>
      <Field label="Sentence about it" isOptional>
        <TextInput
          value={section.summary}
          onChange={(event) => onChange(withSection(content, place, { summary: event.currentTarget.value }))}
        />
      </Field>
      {section.steps.length === 0 ? (
        <p className="text-sm text-muted-foreground">No steps yet. Add a resource, a text or the assessment.</p>
      ) : (
        <SortableList
          label={`Steps of section ${place + 1}`}
          items={section.steps}
          keyOf={({ id }) => id}
          nameOf={(step) => titleOfStep(step, parts)}
          onChange={(steps) => onChange(withSection(content, place, { steps }))}
        >
          {(step) => <StepFields step={step} place={place} value={value} onChange={onChange} />}
        </SortableList>
      )}
      {isFull ? null : (
        <div className="flex flex-col gap-3">
          <ResourceSearch
            label={`Add a resource to section ${place + 1}`}
            isOffered={(one) => isOffered(one) && !named.has(one.id)}
            onPick={(one) => add(resourceStep(newStepId(content), one.id), [partOf(one)])}
          />
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="small" onClick={() => add(textStep(newStepId(content)))}>
              <FileText size={16} />
              Add text
            </Button>
            {hasAssessment ? null : (
              <Button variant="secondary" size="small" onClick={() => add(assessmentStep(newStepId(content)))}>
                <Scale size={16} />
                Add assessment
              </Button>
            )}
          </div>
        </div>
      )}
    </fieldset>
  );
}

/** Returns how members can take the assessment; undefined while that is not needed or not loaded. */
function useAssessmentWays({ isNeeded }: { isNeeded: boolean }): AssessmentWays | undefined {
  const { assessmentIsPublic: isPublic } = usePortalConfig();
  const isAsked = isNeeded && !isPublic;
  const { data: own } = useQuery({ ...ownAssessmentQuery, enabled: isAsked });
  const toolId = own?.resource?.id;
  const { data: tool } = useQuery({ ...resourceQuery(toolId ?? 0), enabled: isAsked && toolId !== undefined });
  if (!isAsked) return isNeeded ? { isPublic, tool: null } : undefined;
  if (!own) return undefined;
  if (toolId === undefined) return { isPublic, tool: null };
  return tool && { isPublic, tool };
}

type StepProps = Omit<SectionProps, 'section'> & { step: PathStep };

function StepFields({ step, place, value, onChange }: StepProps) {
  const { content, parts } = value;
  const accessType = useWatch<ResourceValues, 'accessType'>({ name: 'accessType' });
  const [isOpen, setIsOpen] = useState(step.kind === 'text' && step.title === '');
  const title = titleOfStep(step, parts);
  const part = 'resourceId' in step ? parts.find(({ id }) => id === step.resourceId) : undefined;
  const ways = useAssessmentWays({ isNeeded: step.kind === 'assessment' });
  const warning = ways ? assessmentWarning(content, accessType, ways) : stepWarning(step, parts, accessType);
  const set = (changed: PathStep) => onChange(withStep(content, changed));
  return (
    <div className="flex flex-col gap-2 py-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex flex-wrap gap-x-2 text-xs text-muted-foreground">
            {part ? typeNames[part.type] : step.kind === 'text' ? 'Text' : 'Assessment'}
            {step.isOptional ? <Badge>Optional</Badge> : null}
          </p>
          <p className="font-semibold wrap-anywhere">{title}</p>
        </div>
        <Button variant="ghost" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Edit'}
          <span className="sr-only"> {title}</span>
        </Button>
        <IconButton
          label={`Remove ${title}`}
          icon={<X size={16} />}
          size="small"
          onClick={() => onChange(withoutStep(content, step.id))}
        />
      </div>
      {warning ? (
        <p className="flex gap-1.5 text-sm text-warning-text">
          <TriangleAlert size={16} className="mt-0.5 flex-none" />
          {warning}
        </p>
      ) : null}
      {isOpen ? (
        <div className="flex flex-col gap-4 border-t border-border pt-3">
          <StepContent step={step} onChange={set} />
          <Switch
            label="Optional"
            description="It is open from the beginning and does not count."
            checked={step.isOptional}
            onChange={(event) => set({ ...step, isOptional: event.currentTarget.checked })}
          />
          <Switch
            label="Ask for it again"
            description="It counts only when members complete it after they started the path."
            checked={step.asksAnew}
            onChange={(event) => set({ ...step, asksAnew: event.currentTarget.checked })}
          />
          <Switch
            label="Ask those who finished"
            description="Members who completed the path before this step was added must do it as well."
            checked={step.asksFinished}
            onChange={(event) => set({ ...step, asksFinished: event.currentTarget.checked })}
          />
          {content.sections.length > 1 ? (
            <Field label="Section">
              <Select
                value={place}
                onChange={(event) => onChange(withStepIn(content, step, Number(event.currentTarget.value)))}
              >
                {content.sections.map((section, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a section has no other identity
                  <option key={index} value={index}>
                    {section.title ? `${index + 1}. ${section.title}` : `Section ${index + 1}`}
                  </option>
                ))}
              </Select>
            </Field>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function StepContent({ step, onChange }: { step: PathStep; onChange: (step: PathStep) => void }) {
  if (step.kind === 'assessment') return null;
  if (step.kind === 'text') {
    return (
      <>
        <Field label="Title of the text" isRequired>
          <TextInput value={step.title} onChange={(event) => onChange({ ...step, title: event.currentTarget.value })} />
        </Field>
        <Field label="Text" isRequired>
          <Textarea
            rows={5}
            value={step.text}
            onChange={(event) => onChange({ ...step, text: event.currentTarget.value })}
          />
        </Field>
      </>
    );
  }
  return (
    <Field label="Members must" hint="A resource with a published check is completed by passing it.">
      <Select
        value={step.kind}
        onChange={(event) => onChange({ ...step, kind: event.currentTarget.value === 'check' ? 'check' : 'resource' })}
      >
        <option value="resource">Complete the resource</option>
        <option value="check">Pass its knowledge check</option>
      </Select>
    </Field>
  );
}
