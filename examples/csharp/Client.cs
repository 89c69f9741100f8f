// A complete client of the games interface 1.0. C# 7 or newer: Program.cs of a .NET 8 console project, or Mono.
//
//     QM_URL=http://127.0.0.1:8080 QM_KEY=qm_c1_... dotnet run
//
// Replace Run and IsOnline with your game. The rest can stay as it is. One client for each key and journal.
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
    const int Wait = 25;

    /// Replace: runs one console command and returns when it ran. If it throws, the command is in doubt.
    static void Run(string command)
    {
        Console.WriteLine("> " + command);
        var console = Setting("QM_CONSOLE_FILE", "");
        if (console != "") File.AppendAllText(console, command + "\n");
    }

    /// Replace: says whether the player is in the game. This one reads a file with a JSON list.
    static bool IsOnline(string player)
    {
        var players = Setting("QM_PLAYERS_FILE", "");
        if (players == "") return true;
        using (var file = File.OpenRead(players)) return FromJson<string[]>(file).Contains(player);
    }

    public class Store { public string name; }
    public class Product { public string name; public string[] commands; }
    public class Element { public string id, gameUserId; public Product[] products; public Product product; }
    public class Queue { public Element[] checkouts; }
    public class Hello { public int serverPort; }
    public class Report { public string commandQueueId; }
    enum State { Ran, Reported, Waits, Held }

    static void Main() => Follow(new Journal(Path.Combine(Setting("QM_STATE", "."), "quartermaster.journal"))).Wait();

    static async Task Follow(Journal journal)
    {
        var hello = new Hello { serverPort = int.Parse(Setting("QM_PORT", "25565")) };
        var failures = 0;
        for (var ready = false; ;)
        {
            int pause;
            try
            {
                if (!ready) Console.WriteLine("Connected to " + (await Call<Store>("POST", "/init", hello)).Body.name);
                ready = true;
                var answer = await Call<Queue>("GET", "/commands/pending-commands", null, Wait);
                var states = await DeliverAll(answer.Body.checkouts, journal);
                failures = 0;
                var waited = states.Count == 0 && answer.Waited;
                // What stays in the queue is answered at once: asking again without a pause would run into the limit.
                pause = waited || states.SetEquals(new[] { State.Ran }) ? 0 : PauseMs;
            }
            catch (Exception error)
            {
                var seconds = Math.Min(60, Math.Pow(2, failures++)) * (0.5 + new Random().NextDouble() / 2);
                pause = (int)(1000 * ((error as Refusal)?.After ?? seconds));
                Console.WriteLine($"No good answer from the store: {error.Message}. Next try in {pause / 1000} s");
            }
            await Task.Delay(pause);
        }
    }

    /// From top to bottom. An element that has to wait keeps back what stands behind it for the same player.
    static async Task<HashSet<State>> DeliverAll(Element[] elements, Journal journal)
    {
        var states = new HashSet<State>();
        var waiting = new HashSet<string>();
        foreach (var element in elements)
        {
            var state = waiting.Contains(element.gameUserId) ? State.Waits : await Deliver(element, journal);
            if (state == State.Waits) waiting.Add(element.gameUserId);
            states.Add(state);
        }
        return states;
    }

    static async Task<State> Deliver(Element element, Journal journal)
    {
        var id = element.id;
        var player = element.gameUserId;
        var products = element.products ?? new[] { element.product };
        if (products.Contains(null)) return Hold($"Not understood, so it stays in the queue: {id}");
        var steps = products.SelectMany(product => product.commands).ToList();
        var done = journal.Count("ended", id);
        if (journal.Count("begun", id) > done)
            return Hold($"In doubt for {player}: \"{steps[done]}\". If it ran, add \"ended {done} {id}\" to the " +
                $"journal. If not, remove \"begun {done} {id}\". Then start me again");
        if (!Regex.IsMatch(player, @"\A[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}\z"))
            return Hold($"Refused {id}: the player id '{player}' could become more than one argument");
        for (var step = done; step < steps.Count; step++)
        {
            if (!IsOnline(player)) return State.Waits;
            journal.Write("begun", step, id);
            try { Run(steps[step].Replace("{userId}", player)); }
            catch (Exception error) { return Hold($"In doubt for {player}: \"{steps[step]}\", {error.Message}"); }
            journal.Write("ended", step, id);
        }
        // A report that fails is no loss: the element comes again, and the journal knows that it ran.
        try { await Call<Report>("POST", "/commands/mark-as-processed", new Report { commandQueueId = id }); }
        catch (Refusal refusal) when (refusal.Status == 404) { }
        return done < steps.Count ? State.Ran : State.Reported;
    }

    static readonly HashSet<string> held = new HashSet<string>();
    static State Hold(string text)
    {
        if (held.Add(text)) Console.WriteLine(text);
        return State.Held;
    }

    class Refusal : Exception
    {
        public readonly int Status;
        public readonly double? After;
        public Refusal(HttpResponseMessage answer) : base("status " + (int)answer.StatusCode)
        {
            Status = (int)answer.StatusCode;
            After = answer.Headers.RetryAfter?.Delta?.TotalSeconds;
        }
    }

    // The key must not travel to another address, so redirects are not followed.
    static readonly HttpClient http = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
    {
        Timeout = Timeout.InfiniteTimeSpan,
    };

    class Answer<T> { public T Body; public bool Waited; }

    static async Task<Answer<T>> Call<T>(string method, string path, object body = null, int wait = 0)
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
        using (var answer = await http.SendAsync(request, timeout.Token))
        {
            if ((int)answer.StatusCode != 200) throw new Refusal(answer);
            return new Answer<T>
            {
                Body = FromJson<T>(await answer.Content.ReadAsStreamAsync()),
                Waited = answer.Headers.Contains("Preference-Applied"),
            };
        }
    }

    static T FromJson<T>(Stream text) => (T)new DataContractJsonSerializer(typeof(T)).ReadObject(text);

    static string Setting(string name, string otherwise) => Environment.GetEnvironmentVariable(name) ?? otherwise;

    /// How many commands of each element were begun and how many ended. On disk before the next thing happens.
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
            // The id stands last in a line, so a line that a crash has torn names nobody.
            if (!text.EndsWith("\n")) Append("\n");
        }

        public int Count(string word, string id) => counts.TryGetValue(word + " " + id, out var count) ? count : 0;

        public void Write(string word, int step, string id)
        {
            Append($"{word} {step} {id}\n");
            counts[word + " " + id] = step + 1;
        }

        void Append(string text)
        {
            var bytes = Encoding.UTF8.GetBytes(text);
            file.Write(bytes, 0, bytes.Length);
            file.Flush(true);
        }
    }
}
