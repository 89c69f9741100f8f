"""
A complete client of the games interface 1.0. Python 3.9 or newer, standard library only.

    QM_URL=http://127.0.0.1:8080 QM_KEY=qm_c1_... python3 client.py

Replace run() and is_online() with your game. The rest can stay as it is. One client for each key and journal.
"""
import http.client, json, os, random, re, time, urllib.error, urllib.request

URL = os.environ['QM_URL'].rstrip('/') + '/api/games/1.0'
KEY = os.environ['QM_KEY']
PORT = int(os.environ.get('QM_PORT', '25565'))
PAUSE = float(os.environ.get('QM_PAUSE', '2'))
JOURNAL = os.path.join(os.environ.get('QM_STATE', '.'), 'quartermaster.journal')
WAIT = 25
SAFE_ID = re.compile('[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}')


def run(command):
    """Replace: runs one console command and returns when it ran. If it raises, the command is in doubt."""
    print('>', command, flush=True)
    if 'QM_CONSOLE_FILE' in os.environ:
        with open(os.environ['QM_CONSOLE_FILE'], 'a', encoding='utf-8') as console:
            console.write(command + '\n')


def is_online(player):
    """Replace: says whether the player is in the game. This one reads a file with a JSON list."""
    if 'QM_PLAYERS_FILE' not in os.environ:
        return True
    with open(os.environ['QM_PLAYERS_FILE'], encoding='utf-8') as players:
        return player in json.load(players)


class Journal:
    """How many commands of each element were begun and how many ended. On disk before the next thing happens."""

    def __init__(self, path):
        self.counts = {'begun': {}, 'ended': {}}
        self.file = open(path, 'a+', encoding='utf-8')
        self.file.seek(0)
        text = self.file.read()
        for word, step, element_id in re.findall(r'^(begun|ended) (\d+) (\S+)$', text, re.MULTILINE):
            self.counts[word][element_id] = int(step) + 1
        # The id stands last in a line, so a line that a crash has torn names nobody.
        if not text.endswith('\n'):
            self.file.write('\n')

    def write(self, word, step, element_id):
        self.file.write(f'{word} {step} {element_id}\n')
        self.file.flush()
        os.fsync(self.file.fileno())
        self.counts[word][element_id] = step + 1


def main():
    journal, ready, failures = Journal(JOURNAL), False, 0
    while True:
        try:
            if not ready:
                say('Connected to ' + call('POST', '/init', {'serverPort': PORT})[0]['name'])
                ready = True
            answer, headers = call('GET', '/commands/pending-commands', wait=WAIT)
            states = deliver_all(answer['checkouts'], journal)
            failures = 0
            waited = not states and 'Preference-Applied' in headers
            # What stays in the queue is answered at once: asking again without a pause would run into the limit.
            pause = 0 if waited or states == {'ran'} else PAUSE
        except urllib.error.HTTPError as error:
            failures += 1
            after = error.headers.get('Retry-After', '')
            pause = int(after) if after.isdigit() else back_off(failures)
            say(f'The store refuses with {error.code}. Next try in {pause:.0f} s')
        except (OSError, http.client.HTTPException, ValueError) as error:
            failures += 1
            pause = back_off(failures)
            say(f'No answer from the store: {error}. Next try in {pause:.0f} s')
        time.sleep(pause)


def deliver_all(elements, journal):
    """From top to bottom. An element that has to wait keeps back what stands behind it for the same player."""
    states, waiting = set(), set()
    for element in elements:
        player = element['gameUserId']
        state = 'waits' if player in waiting else deliver(element, player, journal)
        states.add(state)
        if state == 'waits':
            waiting.add(player)
    return states


def deliver(element, player, journal):
    element_id, products = element['id'], element.get('products') or [element.get('product')]
    if None in products:
        return hold(f'Not understood, so it stays in the queue: {element}')
    steps = [command for product in products for command in product['commands']]
    done = journal.counts['ended'].get(element_id, 0)
    if journal.counts['begun'].get(element_id, 0) > done:
        return hold(f'In doubt for {player}: "{steps[done]}". If it ran, add "ended {done} {element_id}" to the '
                    f'journal. If not, remove "begun {done} {element_id}". Then start me again')
    if not SAFE_ID.fullmatch(player):
        return hold(f'Refused {element_id}: the player id {player!r} could become more than one argument')
    for step in range(done, len(steps)):
        if not is_online(player):
            return 'waits'
        journal.write('begun', step, element_id)
        try:
            run(steps[step].replace('{userId}', player))
        except Exception as error:
            return hold(f'In doubt for {player}: "{steps[step]}" failed with {error}')
        journal.write('ended', step, element_id)
    report(element_id)
    return 'ran' if done < len(steps) else 'reported'


def report(element_id):
    """A report that fails is no loss: the element comes again, and the journal knows that it ran."""
    try:
        call('POST', '/commands/mark-as-processed', {'commandQueueId': element_id})
    except urllib.error.HTTPError as error:
        if error.code != 404:
            raise


def call(method, path, body=None, wait=0):
    headers = {'Authorization': KEY, 'Content-Type': 'application/json'}
    if wait:
        headers['Prefer'] = f'wait={wait}'
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    with opener.open(request, timeout=wait + 10) as response:
        return json.load(response), response.headers


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key must not travel to another address."""

    def redirect_request(self, *_):
        return None


def back_off(failures):
    return min(60, 2 ** min(failures - 1, 6)) * random.uniform(0.5, 1)


def hold(text):
    if text not in held:
        say(text)
    held.add(text)
    return 'held'


def say(text):
    print(text, flush=True)


opener, held = urllib.request.build_opener(NoRedirect), set()
main()
