/** Systems that an import can read, and where to get their exports. */
const SOURCES = [
  ['WordPress', 'Tools > Export > All content: an XML file'],
  ['Ghost', 'Settings > Import/Export: a JSON file, or a zip with it and content/images'],
  ['Markdown', 'A zip of the folder: Jekyll, Hugo, Astro, Eleventy, Obsidian and others'],
  ['Medium', 'Settings > Security and apps > Download your information: a zip'],
  ['Substack', 'Settings > Import / Export > Create new export: a zip'],
  ['Inkwell', 'The file from npm run export'],
  ['Comments', 'From Disqus, Commento, Isso or Remark42. Import the posts first'],
] as const;

export function Sources() {
  return (
    <details className="mt-2 text-sm">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        What can be imported, and where to find it
      </summary>
      <dl className="mt-1 mb-3 grid gap-x-6 gap-y-2 border-line border-y py-3 @xl:grid-cols-2">
        {SOURCES.map(([name, where]) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-soft">{where}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
