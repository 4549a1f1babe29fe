import { useState } from 'react';
import { Badge } from '../ui/Badge.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Combobox, type ComboboxOption } from '../ui/Combobox.tsx';
import { Field } from '../ui/Field.tsx';
import { Fieldset } from '../ui/Fieldset.tsx';
import { FileInput } from '../ui/FileInput.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { Price } from '../ui/Price.tsx';
import { PrincipleMark } from '../ui/PrincipleMark.tsx';
import { Radio, RadioCard, RadioGroup } from '../ui/RadioGroup.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { ChoiceSearch, SearchInput } from '../ui/SearchInput.tsx';
import { Select, ToolbarSelect } from '../ui/Select.tsx';
import { SuggestInput } from '../ui/SuggestInput.tsx';
import { Switch } from '../ui/Switch.tsx';
import { TagInput } from '../ui/TagInput.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { TextButton } from '../ui/TextLink.tsx';
import { ignore, Specimen, State } from './specimen.tsx';

const titles = ['Ethics by design', 'Impact assessment', 'Model cards in practice'];

export function Fields() {
  return (
    <>
      <Specimen name="Field">
        <State label="hint">
          <Field label="Organisation" hint="Shown on certificates.">
            <TextInput defaultValue="Harbour Trust" />
          </Field>
        </State>
        <State label="optional">
          <Field label="Phone" isOptional>
            <TextInput type="tel" />
          </Field>
        </State>
        <State label="error">
          <Field label="Email" error="Enter an email address, such as ada@example.org." isRequired>
            <TextInput defaultValue="ada@" />
          </Field>
        </State>
        <State label="action beside the label">
          <Field label="Password" action={<TextButton>Forgot password?</TextButton>} className="w-72">
            <PasswordInput defaultValue="portal-demo" autoComplete="off" />
          </Field>
        </State>
      </Specimen>
      <Specimen name="TextInput">
        <State label="empty, with placeholder">
          <TextInput aria-label="Title" placeholder="Title of the resource" />
        </State>
        <State label="leading and trailing">
          <TextInput aria-label="Price" leading="£" trailing="per month" defaultValue="12.00" />
        </State>
        <State label="invalid">
          <TextInput aria-label="Code" aria-invalid defaultValue="SPRING" />
        </State>
        <State label="disabled">
          <TextInput aria-label="Currency" disabled defaultValue="GBP" />
        </State>
      </Specimen>
      <Specimen name="PasswordInput">
        <State label="hidden until the eye is pressed">
          <PasswordInput aria-label="New password" defaultValue="portal-demo" autoComplete="off" />
        </State>
      </Specimen>
      <Specimen name="Textarea">
        <State label="filled">
          <Textarea aria-label="Description" defaultValue="What readers can do after this report." />
        </State>
        <State label="close to its limit">
          <Textarea
            aria-label="Note"
            maxLength={60}
            defaultValue="A note of nearly as many characters as are allowed."
          />
        </State>
        <State label="disabled">
          <Textarea aria-label="Reason" disabled defaultValue="Cannot be changed." />
        </State>
      </Specimen>
      <Specimen name="FileInput">
        <State label="empty">
          <FileInput aria-label="File" />
        </State>
        <State label="uploading, done, failed">
          <FileInput
            aria-label="Pictures"
            prompt="Choose pictures"
            files={[
              { id: 'one', name: 'cover.png', progressPercent: 40 },
              { id: 'two', name: 'harbour.jpg' },
              { id: 'three', name: 'plan.tiff', error: 'This kind of file cannot be used: choose JPEG, PNG or WebP.' },
            ]}
            onRemove={ignore}
            onRetry={ignore}
          />
        </State>
      </Specimen>
    </>
  );
}

export function Choices() {
  const [tags, setTags] = useState(['governance', 'people']);
  return (
    <>
      <Specimen name="Select">
        <State label="in a field">
          <Field label="Access">
            <Select defaultValue="purchase">
              <option value="free">Free</option>
              <option value="purchase">Purchase</option>
            </Select>
          </Field>
        </State>
        <State label="ToolbarSelect">
          <ToolbarSelect label="Sort by" prefix="Sort" defaultValue="newest">
            <option value="newest">Newest</option>
            <option value="title">Title</option>
          </ToolbarSelect>
        </State>
        <State label="disabled">
          <Select aria-label="Plan" disabled>
            <option>Monthly</option>
          </Select>
        </State>
      </Specimen>
      <Specimen name="Checkbox">
        <State label="unchecked, checked, disabled">
          <Checkbox label="Certificates" />
          <Checkbox label="Completions" defaultChecked />
          <Checkbox label="Invoices" disabled />
        </State>
        <State label="icon and detail">
          <Checkbox label="Responsible" icon={<PrincipleMark principle="responsible" />} detail="12" />
        </State>
      </Specimen>
      <Specimen name="Switch">
        <State label="off, on, disabled">
          <Switch label="News" description="Once a month at most." />
          <Switch label="Weekly digest" defaultChecked />
          <Switch label="Receipts" description="Always sent." defaultChecked disabled />
        </State>
      </Specimen>
      <Specimen name="Fieldset">
        <State label="hint">
          <Fieldset legend="Mails" hint="They go to your verified address.">
            <Checkbox label="Reminders" defaultChecked />
          </Fieldset>
        </State>
        <State label="error">
          <Fieldset legend="Principles" error="Choose at least one principle.">
            <Checkbox label="Adaptive" />
          </Fieldset>
        </State>
      </Specimen>
      <Specimen name="RadioGroup">
        <State label="Radio">
          <RadioGroup legend="Who can open it">
            <Radio name="page-audience" label="Everyone" description="Visitors too." defaultChecked />
            <Radio name="page-audience" label="Members" />
            <Radio name="page-audience" label="Administrators" disabled />
          </RadioGroup>
        </State>
        <State label="RadioCard, two columns">
          <RadioGroup legend="Plan" columns={2}>
            <RadioCard name="page-plan" label="Monthly" defaultChecked>
              <Price amount={12} currency="GBP" interval="month" />
            </RadioCard>
            <RadioCard name="page-plan" label="Yearly" badge={<Badge tone="success">Save 20 %</Badge>}>
              <Price amount={115} currency="GBP" interval="year" />
            </RadioCard>
          </RadioGroup>
        </State>
        <State label="error">
          <RadioGroup legend="Reason" error="Choose a reason.">
            <Radio name="page-reason" label="Too expensive" />
          </RadioGroup>
        </State>
      </Specimen>
      <Specimen name="TagInput">
        <State label="with tags">
          <TagInput aria-label="Tags" value={tags} onChange={setTags} />
        </State>
      </Specimen>
    </>
  );
}

export function Searches() {
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useState('');
  const matching = titles.filter((title) => title.toLowerCase().includes(typed.toLowerCase()));
  return (
    <>
      <Specimen name="SearchInput">
        <State label="in a toolbar">
          <SearchInput label="Search members" placeholder="Name or email" />
        </State>
        <State label="ChoiceSearch">
          <ChoiceSearch label="Search resources to add" placeholder="Title" value={search} onSearch={setSearch} />
        </State>
      </Specimen>
      <Specimen name="SearchBox">
        <State label="searches after a pause" isWide>
          <SearchBox label="Search the list" value={search} onSearch={setSearch} />
        </State>
      </Specimen>
      <Specimen name="SuggestInput">
        <State label="type “e” for suggestions">
          <SuggestInput
            label="Search with suggestions"
            value={typed}
            onType={setTyped}
            suggestions={typed ? matching.map((title) => ({ id: title, content: title })) : []}
            onPick={({ id }) => setTyped(id)}
          />
        </State>
      </Specimen>
      <Specimen name="Combobox">
        <State label="options">
          <ComboboxOf titles={titles} />
        </State>
        <State label="nothing matches">
          <ComboboxOf titles={[]} />
        </State>
        <State label="error">
          <ComboboxOf titles={titles} error="Choose a resource from the list." />
        </State>
      </Specimen>
    </>
  );
}

function ComboboxOf({ titles: all, error }: { titles: readonly string[]; error?: string }) {
  const [text, setText] = useState('');
  const options: ComboboxOption[] = all
    .filter((title) => title.toLowerCase().includes(text.toLowerCase()))
    .map((title) => ({ id: title, title, details: 'Report' }));
  return (
    <Combobox
      label="Resource"
      text={text}
      onType={setText}
      options={options}
      onPick={({ title }) => setText(title)}
      placeholder="Type a title"
      none="No resource has this title."
      error={error}
      className="w-72"
    />
  );
}
