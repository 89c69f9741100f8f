// A complete client for the games 1.0 interface. C# 7 or newer: Program.cs of a .NET 8 console project, or Mono.
//
//     QM_URL=http://127.0.0.1:8080 QM_KEY=qm_c1_... dotnet run
//
// Replace RunCommand and IsOnline with the functions of your game. Run one client per key and journal.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

public static class Client
{
    static readonly string Url = Setting("QM_URL", "").TrimEnd('/') + "/api/games/1.0";
    static readonly int PauseMs = (int)(1000 * double.Parse(Setting("QM_PAUSE", "2"), CultureInfo.InvariantCulture));
    const int WaitSeconds = 25;

    /// Replace this: runs one console command and returns when it ran. If it throws, the outcome is uncertain.
    static void RunCommand(string command)
    {
        Console.WriteLine("> " + command);
        var console = Setting("QM_CONSOLE_FILE", "");
        if (console != "") File.AppendAllText(console, command + "\n");
    }

    /// Replace this: returns whether the player is in the game. Here it reads a JSON file.
    static bool IsOnline(string player)
    {
        var players = Setting("QM_PLAYERS_FILE", "");
        if (players == "") return true;
        using (var file = File.OpenRead(players)) return FromJson<string[]>(file).Contains(player);
    }

    public class Store { public string name; }
    public class Product { public string name; public string[] commands; }
    public class Delivery { public string id, gameUserId; public Product[] products; public Product product; }
    public class Queue { public Delivery[] checkouts; }
    public class InitRequest { public int serverPort; }
    public class Report { public string commandQueueId; }
    enum State { Ran, Reported, Waiting, Held }

    static void Main() =>
        FollowStore(new Journal(Path.Combine(Setting("QM_STATE", "."), "quartermaster.journal"))).Wait();

    static async Task FollowStore(Journal journal)
    {
        var init = new InitRequest { serverPort = int.Parse(Setting("QM_PORT", "25565")) };
        var failures = 0;
        for (var isConnected = false; ;)
        {
            int pause;
            try
            {
                if (!isConnected)
                    Console.WriteLine("Connected to " + (await Call<Store>("POST", "/init", init)).Body.name);
                isConnected = true;
                var response = await Call<Queue>("GET", "/commands/pending-commands", null, WaitSeconds);
                var states = await DeliverAll(response.Body.checkouts, journal);
                failures = 0;
                var hasWaited = states.Count == 0 && response.HasWaited;
                // While deliveries stay in the queue, the store responds at once. The pause avoids its rate limit.
                pause = hasWaited || states.SetEquals(new[] { State.Ran }) ? 0 : PauseMs;
            }
            catch (Exception error)
            {
                var seconds = Math.Min(60, Math.Pow(2, failures++)) * (0.5 + new Random().NextDouble() / 2);
                pause = (int)(1000 * ((error as StatusException)?.RetryAfter ?? seconds));
                Console.WriteLine($"The request to the store failed: {error.Message}. Retrying in {pause / 1000} s");
            }
            await Task.Delay(pause);
        }
    }

    /// In queue order. While a delivery waits, later deliveries of the same player wait too.
    static async Task<HashSet<State>> DeliverAll(Delivery[] deliveries, Journal journal)
    {
        var states = new HashSet<State>();
        var waitingPlayers = new HashSet<string>();
        foreach (var delivery in deliveries)
        {
            var state = waitingPlayers.Contains(delivery.gameUserId) ? State.Waiting : await Deliver(delivery, journal);
            if (state == State.Waiting) waitingPlayers.Add(delivery.gameUserId);
            states.Add(state);
        }
        return states;
    }

    static async Task<State> Deliver(Delivery delivery, Journal journal)
    {
        var id = delivery.id;
        var player = delivery.gameUserId;
        var products = delivery.products ?? new[] { delivery.product };
        if (products.Contains(null)) return Hold($"Unknown format, the delivery stays in the queue: {id}");
        var commands = products.SelectMany(product => product.commands).ToList();
        var done = journal.Count("ended", id);
        if (journal.Count("begun", id) > done)
            return Hold($"Uncertain: \"{commands[done]}\" for {player}. If it ran, add \"ended {done} {id}\" to the " +
                $"journal. If not, remove \"begun {done} {id}\". Then restart this client");
        if (!Regex.IsMatch(player, @"\A[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}\z"))
            return Hold($"Refused {id}: the player id '{player}' is not safe");
        for (var step = done; step < commands.Count; step++)
        {
            if (!IsOnline(player)) return State.Waiting;
            journal.Write("begun", step, id);
            try { RunCommand(commands[step].Replace("{userId}", player)); }
            catch (Exception error) { return Hold($"Uncertain: \"{commands[step]}\" for {player}. {error.Message}"); }
            journal.Write("ended", step, id);
        }
        // If the report fails, the store dispatches the delivery again, and the journal shows that it ran.
        try { await Call<Report>("POST", "/commands/mark-as-processed", new Report { commandQueueId = id }); }
        catch (StatusException error) when (error.Status == 404) { }
        return done < commands.Count ? State.Ran : State.Reported;
    }

    static readonly HashSet<string> loggedMessages = new HashSet<string>();
    static State Hold(string message)
    {
        if (loggedMessages.Add(message)) Console.WriteLine(message);
        return State.Held;
    }

    class StatusException : Exception
    {
        public readonly int Status;
        public readonly double? RetryAfter;
        public StatusException(HttpResponseMessage response) : base("status " + (int)response.StatusCode)
        {
            Status = (int)response.StatusCode;
            RetryAfter = response.Headers.RetryAfter?.Delta?.TotalSeconds;
        }
    }

    // A redirect would send the key to another address.
    static readonly HttpClient http = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
    {
        Timeout = Timeout.InfiniteTimeSpan,
    };

    class Response<T> { public T Body; public bool HasWaited; }

    static async Task<Response<T>> Call<T>(string method, string path, object body = null, int wait = 0)
    {
        var request = new HttpRequestMessage(new HttpMethod(method), Url + path);
        request.Headers.TryAddWithoutValidation("Authorization", Setting("QM_KEY", ""));
        if (wait > 0) request.Headers.TryAddWithoutValidation("Prefer", "wait=" + wait);
        if (body != null)
        {
            var json = new MemoryStream();
            new DataContractJsonSerializer(body.GetType()).WriteObject(json, body);
            var text = Encoding.UTF8.GetString(json.ToArray());
            request.Content = new StringContent(text, Encoding.UTF8, "application/json");
        }
        using (var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(wait + 10)))
        using (var response = await http.SendAsync(request, timeout.Token))
        {
            if ((int)response.StatusCode != 200) throw new StatusException(response);
            return new Response<T>
            {
                Body = FromJson<T>(await response.Content.ReadAsStreamAsync()),
                HasWaited = response.Headers.Contains("Preference-Applied"),
            };
        }
    }

    static T FromJson<T>(Stream text) => (T)new DataContractJsonSerializer(typeof(T)).ReadObject(text);

    static string Setting(string name, string defaultValue) => Environment.GetEnvironmentVariable(name) ?? defaultValue;

    /// Counts the commands of each delivery that were begun and ended. It is on disk before the client continues.
    class Journal
    {
        readonly Dictionary<string, int> counts = new Dictionary<string, int>();
        readonly FileStream file;

        public Journal(string path)
        {
            file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read);
            var text = new StreamReader(file).ReadToEnd();
            foreach (Match line in Regex.Matches(text, @"^(begun|ended) (\d+) (\S+)$", RegexOptions.Multiline))
                counts[line.Groups[1] + " " + line.Groups[3]] = int.Parse(line.Groups[2].Value) + 1;
            // The id is at the end of a line, so a line that was cut off by a crash has no valid id.
            if (!text.EndsWith("\n")) Append("\n");
        }

        public int Count(string stepEvent, string id) =>
            counts.TryGetValue(stepEvent + " " + id, out var count) ? count : 0;

        public void Write(string stepEvent, int step, string id)
        {
            Append($"{stepEvent} {step} {id}\n");
            counts[stepEvent + " " + id] = step + 1;
        }

        void Append(string text)
        {
            var bytes = Encoding.UTF8.GetBytes(text);
            file.Write(bytes, 0, bytes.Length);
            file.Flush(true);
        }
    }
}
