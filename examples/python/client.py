"""
A complete client for the games 1.0 interface. Python 3.9 or newer, standard library only.

    QM_URL=http://127.0.0.1:8080 QM_KEY=qm_c1_... python3 client.py

Replace run_command() and is_online() with the functions of your game. Run one client per key and journal.
"""
import http.client, json, os, random, re, time, urllib.error, urllib.request

URL = os.environ['QM_URL'].rstrip('/') + '/api/games/1.0'
KEY = os.environ['QM_KEY']
PORT = int(os.environ.get('QM_PORT', '25565'))
PAUSE_SECONDS = float(os.environ.get('QM_PAUSE', '2'))
JOURNAL_FILE = os.path.join(os.environ.get('QM_STATE', '.'), 'quartermaster.journal')
WAIT_SECONDS = 25
SAFE_PLAYER_ID = re.compile('[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}')


def run_command(command):
    """Replace this: runs one console command and returns when it ran. If it raises, the outcome is uncertain."""
    print('>', command, flush=True)
    if 'QM_CONSOLE_FILE' in os.environ:
        with open(os.environ['QM_CONSOLE_FILE'], 'a', encoding='utf-8') as console:
            console.write(command + '\n')


def is_online(player):
    """Replace this: returns whether the player is in the game. Here it reads a JSON file."""
    if 'QM_PLAYERS_FILE' not in os.environ:
        return True
    with open(os.environ['QM_PLAYERS_FILE'], encoding='utf-8') as players:
        return player in json.load(players)


class Journal:
    """Counts the commands of each delivery that were begun and ended. It is on disk before the client continues."""

    def __init__(self, path):
        self.counts = {'begun': {}, 'ended': {}}
        self.file = open(path, 'a+', encoding='utf-8')
        self.file.seek(0)
        text = self.file.read()
        for event, step, delivery_id in re.findall(r'^(begun|ended) (\d+) (\S+)$', text, re.MULTILINE):
            self.counts[event][delivery_id] = int(step) + 1
        # The id is at the end of a line, so a line that was cut off by a crash has no valid id.
        if not text.endswith('\n'):
            self.file.write('\n')

    def write(self, event, step, delivery_id):
        self.file.write(f'{event} {step} {delivery_id}\n')
        self.file.flush()
        os.fsync(self.file.fileno())
        self.counts[event][delivery_id] = step + 1


def main():
    journal, is_connected, failures = Journal(JOURNAL_FILE), False, 0
    while True:
        try:
            if not is_connected:
                log('Connected to ' + call('POST', '/init', {'serverPort': PORT})[0]['name'])
                is_connected = True
            response, headers = call('GET', '/commands/pending-commands', wait=WAIT_SECONDS)
            states = deliver_all(response['checkouts'], journal)
            failures = 0
            has_waited = not states and 'Preference-Applied' in headers
            # While deliveries stay in the queue, the store responds at once. The pause avoids its rate limit.
            pause = 0 if has_waited or states == {'ran'} else PAUSE_SECONDS
        except urllib.error.HTTPError as error:
            failures += 1
            retry_after = error.headers.get('Retry-After', '')
            pause = int(retry_after) if retry_after.isdigit() else back_off(failures)
            log(f'The store responded with status {error.code}. Retrying in {pause:.0f} s')
        except (OSError, http.client.HTTPException, ValueError) as error:
            failures += 1
            pause = back_off(failures)
            log(f'The store did not respond: {error}. Retrying in {pause:.0f} s')
        time.sleep(pause)


def deliver_all(deliveries, journal):
    """In queue order. While a delivery waits, later deliveries of the same player wait too."""
    states, waiting_players = set(), set()
    for delivery in deliveries:
        player = delivery['gameUserId']
        state = 'waiting' if player in waiting_players else deliver(delivery, player, journal)
        states.add(state)
        if state == 'waiting':
            waiting_players.add(player)
    return states


def deliver(delivery, player, journal):
    delivery_id, products = delivery['id'], delivery.get('products') or [delivery.get('product')]
    if None in products:
        return hold(f'Unknown format, the delivery stays in the queue: {delivery}')
    commands = [command for product in products for command in product['commands']]
    done = journal.counts['ended'].get(delivery_id, 0)
    if journal.counts['begun'].get(delivery_id, 0) > done:
        return hold(f'Uncertain: "{commands[done]}" for {player}. If it ran, add "ended {done} {delivery_id}" to the '
                    f'journal. If not, remove "begun {done} {delivery_id}". Then restart this client')
    if not SAFE_PLAYER_ID.fullmatch(player):
        return hold(f'Refused {delivery_id}: the player id {player!r} is not safe')
    for step in range(done, len(commands)):
        if not is_online(player):
            return 'waiting'
        journal.write('begun', step, delivery_id)
        try:
            run_command(commands[step].replace('{userId}', player))
        except Exception as error:
            return hold(f'Uncertain: "{commands[step]}" for {player}. It failed with {error}')
        journal.write('ended', step, delivery_id)
    report(delivery_id)
    return 'ran' if done < len(commands) else 'reported'


def report(delivery_id):
    """If the report fails, the store dispatches the delivery again, and the journal shows that it ran."""
    try:
        call('POST', '/commands/mark-as-processed', {'commandQueueId': delivery_id})
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
    """A redirect would send the key to another address."""

    def redirect_request(self, *_):
        return None


def back_off(failures):
    return min(60, 2 ** min(failures - 1, 6)) * random.uniform(0.5, 1)


def hold(message):
    if message not in logged_messages:
        log(message)
    logged_messages.add(message)
    return 'held'


def log(message):
    print(message, flush=True)


opener, logged_messages = urllib.request.build_opener(NoRedirect), set()
main()
