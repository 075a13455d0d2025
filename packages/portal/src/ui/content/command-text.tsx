/** Shows a sentence in which each command, such as `basics code --moved`, stands on one line and is not translated. */
export const CommandText = ({ text }: { text: string }) =>
  text.split(commands).map((part, index) =>
    index % 2 === 1 ? (
      <code key={`${index} ${part}`} translate="no" style={{ whiteSpace: 'nowrap' }}>
        {part}
      </code>
    ) : (
      <span key={`${index} ${part}`}>{part}</span>
    ),
  );

const commands = /\b(basics (?:activate|check|code|install|return|status)(?: --[a-z]+| -(?!\S))*)/;
