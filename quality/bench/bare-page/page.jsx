import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Minimal React page with a list from a server. */
function List() {
  const [resources, setResources] = useState([]);
  useEffect(() => {
    void fetch('/list')
      .then((reply) => reply.json())
      .then(setResources);
  }, []);
  return (
    <main>
      <h1>Resources</h1>
      <ul>
        {resources.map(({ id, title, description }) => (
          <li key={id}>
            <h2>{title}</h2>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<List />);
