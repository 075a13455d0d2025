// SPDX-License-Identifier: Apache-2.0
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Xml;

namespace BasicsLicence {
  /// <summary>What a person confirms in the portal: the code, and the page, also with the code in its address.</summary>
  public sealed class Question {
    public readonly string UserCode, Page, PageWithCode;

    internal Question(string userCode, string page, string pageWithCode) {
      UserCode = userCode;
      Page = page;
      PageWithCode = pageWithCode;
    }
  }

  /// <summary>CONFIRMED with the licence file, or the reason why there is none, with the message of the portal if it gave one.</summary>
  public sealed class Activation {
    public readonly string Code, Licence, Message;

    internal Activation(string code, string licence = "", string message = "") {
      Code = code;
      Licence = licence;
      Message = message;
    }
  }

  /// <summary>A published version.</summary>
  public sealed class Release {
    public readonly string Version, Title, Page;

    internal Release(string version, string title, string page) {
      Version = version;
      Title = title;
      Page = page;
    }
  }

  /// <summary>What a portal publishes. Revocations is the result of Tool.TakeRevocations, or PORTAL_NOT_REACHED. Keys are the public keys that the portal uses; empty if none of
  /// them is a key of the tool. Tools is the text for HasAddOn, empty if the portal did not answer. The newest release comes first.</summary>
  public sealed class Refreshed {
    public readonly string Revocations, Tools;
    public readonly IReadOnlyList<byte[]> Keys;
    public readonly IReadOnlyList<Release> Releases;

    internal Refreshed(string revocations, IReadOnlyList<byte[]> keys, string tools, IReadOnlyList<Release> releases) {
      Revocations = revocations;
      Keys = keys;
      Tools = tools;
      Releases = releases;
    }
  }

  /// <summary>The calls of a tool to its portal: activate a PC, and refresh revocations, keys, add-ons and releases. See docs/portal-calls.md. The calls use the proxy of the
  /// variables http_proxy, https_proxy and no_proxy, otherwise that of the system, and the certificates of the system.</summary>
  public sealed class Portal {
    private const int MaxSilence = 10, MaxLength = 4000000;
    private static readonly string[] reasons = { "NOT_CONFIRMED", "REFUSED_IN_PORTAL", "PORTAL_NOT_REACHED", "TOO_MANY_ATTEMPTS", "PC_NOT_IDENTIFIED" };
    private readonly Uri address;
    private readonly HttpClient client;

    /// <summary>`address` is the address of the portal, such as https://portal.example.</summary>
    public Portal(Uri address) {
      if (!address.IsAbsoluteUri || (address.Scheme != "http" && address.Scheme != "https"))
        throw new ArgumentException(address + " is not the address of a portal, such as https://portal.example.");
      this.address = address;
      var handler = new HttpClientHandler { AllowAutoRedirect = false };
      var proxy = new EnvironmentProxy();
      if (!proxy.IsBypassed(address)) handler.Proxy = proxy;
      else if (address.IsLoopback || proxy.IsSet(address)) handler.UseProxy = false;
      client = new HttpClient(handler) { Timeout = TimeSpan.FromSeconds(10), MaxResponseContentBufferSize = MaxLength };
    }

    /// <summary>The status is 0 if the portal does not answer in time.</summary>
    private sealed class Answer {
      internal readonly int Status;
      internal readonly string Text;

      internal Answer(int status, string text) {
        Status = status;
        Text = text;
      }

      internal string TextOf(string name) {
        return Licences.FieldOf(Text, name);
      }

      internal bool IsAway {
        get { return Status == 0 || Status >= 500; }
      }
    }

    private Answer Request(string path, string body, CancellationToken cancellation) {
      var request = new HttpRequestMessage(body == null ? HttpMethod.Get : HttpMethod.Post, new Uri(address, path));
      if (body != null) request.Content = new StringContent(body, new UTF8Encoding(false), "application/json");
      try {
        using (HttpResponseMessage reply = client.SendAsync(request, cancellation).GetAwaiter().GetResult()) {
          byte[] bytes = reply.Content.ReadAsByteArrayAsync().GetAwaiter().GetResult();
          return new Answer((int)reply.StatusCode, Encoding.UTF8.GetString(bytes));
        }
      } catch (Exception cause) when (cause is HttpRequestException || cause is IOException || cause is WebException) {
        return new Answer(0, ""); // No network, no such host, a wrong certificate, or an answer that is not HTTP.
      } catch (OperationCanceledException) when (!cancellation.IsCancellationRequested) {
        return new Answer(0, ""); // The time is over.
      }
    }

    /// <summary>Gets the licence file for a verification code, after a person confirmed it in the portal. `show` shows the code that the person confirms. `away` may be null; it is
    /// called once if the portal does not answer for 10 seconds: then show the verification code, which can be pasted on any PC. Throws OperationCanceledException when
    /// `cancellation` stops the waiting.</summary>
    public Activation Activate(string code, Action<Question> show, Action away = null, CancellationToken cancellation = default(CancellationToken)) {
      Answer start = Request("/core/api/activation/device", "{\"verificationCode\":" + Quote(code) + "}", cancellation);
      var question = new Question(start.TextOf("user_code"), start.TextOf("verification_uri"), start.TextOf("verification_uri_complete"));
      int left, interval;
      string device = start.TextOf("device_code");
      bool hasTimes = int.TryParse(start.TextOf("expires_in"), out left) & int.TryParse(start.TextOf("interval"), out interval);
      hasTimes = hasTimes && left >= 0 && left <= 86400 && interval >= 0 && interval <= 3600;
      bool isPlain = Regex.IsMatch(question.UserCode, @"\A[A-Z-]{1,20}\z") && IsAddress(question.Page) && IsAddress(question.PageWithCode);
      if (start.Status != 200 || device == "" || !hasTimes || !isPlain) return Refused(start);
      show(question);
      interval = Math.Max(1, interval);
      int silence = 0;
      for (int waited = 0; waited <= left; waited += interval) {
        cancellation.WaitHandle.WaitOne(TimeSpan.FromSeconds(interval));
        cancellation.ThrowIfCancellationRequested();
        Answer poll = Request("/core/api/activation/token", "{\"device_code\":" + Quote(device) + "}", cancellation);
        string licence = poll.TextOf("licence_file"), answer = poll.TextOf("code");
        if (poll.Status == 200 && licence != "") return new Activation("CONFIRMED", licence);
        if (answer == "EXPIRED_TOKEN") break;
        if (answer == "ACCESS_DENIED") return new Activation("REFUSED_IN_PORTAL");
        int before = silence;
        silence = poll.IsAway ? silence + interval : 0;
        if (before < MaxSilence && silence >= MaxSilence && away != null) away();
        if (answer == "SLOW_DOWN") interval += 5;
      }
      return new Activation("NOT_CONFIRMED");
    }

    /// <summary>Gets and installs a licence for this PC, after a person confirmed it in the portal. `show` shows the code that the person confirms. `paste` gets the verification
    /// code in groups if the portal does not answer: it can be pasted on any PC. Without a licence, the finding has the reason: NOT_CONFIRMED, REFUSED_IN_PORTAL,
    /// PORTAL_NOT_REACHED, TOO_MANY_ATTEMPTS or PORTAL_REFUSED. Throws as MakeCode and Activate do.</summary>
    public Finding GetLicence(Tool tool, Action<Question> show, Action<string> paste, CancellationToken cancellation = default(CancellationToken)) {
      string code = tool.MakeCode();
      Activation activation = Activate(code, show, () => paste(code), cancellation);
      if (activation.Code == "CONFIRMED") return tool.Install(activation.Licence);
      if (activation.Code == "PORTAL_NOT_REACHED") paste(code);
      return new Finding(Array.IndexOf(reasons, activation.Code) < 0 ? "PORTAL_REFUSED" : activation.Code);
    }

    private static Activation Refused(Answer start) {
      string code = start.TextOf("code");
      bool isRefusal = start.Status >= 400 && start.Status < 500 && Regex.IsMatch(code, @"\A[A-Z_]{1,40}\z") && code != "PAGE_NOT_FOUND" && code != "CONFIRMED";
      return isRefusal ? new Activation(code, "", start.TextOf("message")) : new Activation("PORTAL_NOT_REACHED");
    }

    /// <summary>Takes the revocation list of the portal, and reads what else the portal publishes. Call it about once a day.</summary>
    public Refreshed Refresh(Tool tool) {
      string list = Read("/.well-known/basics-revocations/" + tool.Id), tools = Read("/.well-known/basics-tools");
      return new Refreshed(
        list == "" ? "PORTAL_NOT_REACHED" : tool.TakeRevocations(list),
        ReadKeys(Read("/.well-known/basics-licence-keys"), tool.Keys),
        Licences.ItemsOf(tools, "tools").Count > 0 ? tools : "",
        ReadReleases(Read("/release-notes/feed.xml")));
    }

    private string Read(string path) {
      Answer answer = Request(path, null, CancellationToken.None);
      return answer.Status == 200 ? answer.Text : "";
    }

    /// <summary>Reads the keys that a portal uses, from the text of /.well-known/basics-licence-keys. Empty if none of them is a known key.</summary>
    public static IReadOnlyList<byte[]> ReadKeys(string text, IReadOnlyList<byte[]> known) {
      var keys = new List<byte[]>();
      foreach (string entry in Licences.ItemsOf(text, "keys")) {
        string digits = Licences.FieldOf(entry, "publicKey");
        bool isUsed = new[] { "current", "next", "retired" }.Contains(Licences.FieldOf(entry, "status"));
        if (!isUsed || !Regex.IsMatch(digits, @"\A[0-9a-f]{64}\z")) continue;
        byte[] key = Licences.BytesOf(digits).ToArray();
        if (Licences.KeyIdOf(key) == Licences.FieldOf(entry, "kid")) keys.Add(key);
      }
      return keys.Any(key => known.Any(each => each.SequenceEqual(key))) ? keys : new List<byte[]>();
    }

    /// <summary>Reads the releases from the text of /release-notes/feed.xml. Empty for a text that is no such feed.</summary>
    public static IReadOnlyList<Release> ReadReleases(string text) {
      var feed = new XmlDocument { XmlResolver = null };
      try {
        var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };
        using (XmlReader reader = XmlReader.Create(new StringReader(text), settings)) feed.Load(reader);
      } catch (XmlException) {
        return new Release[0];
      }
      var names = new XmlNamespaceManager(feed.NameTable);
      names.AddNamespace("atom", "http://www.w3.org/2005/Atom");
      Func<XmlNode, string, string> read = (entry, path) => {
        XmlNode found = entry.SelectSingleNode(path, names);
        return found == null ? "" : found.InnerText;
      };
      return feed.SelectNodes("/atom:feed/atom:entry", names).Cast<XmlNode>()
        .Select(entry => new Release(read(entry, "atom:category/@term"), read(entry, "atom:title"), read(entry, "atom:link/@href")))
        .Where(release => IsAddress(release.Page)).ToList();
    }

    /// <summary>Whether a text from the portal can be shown and opened: an address without spaces and control characters.</summary>
    private static bool IsAddress(string text) {
      return Regex.IsMatch(text, @"\Ahttps?://[!-~]+\z");
    }

    private static string Quote(string text) {
      return "\"" + string.Concat(text.Select(unit => unit < ' ' || unit > '~' || unit == '"' || unit == '\\' ? "\\u" + ((int)unit).ToString("x4") : unit.ToString())) + "\"";
    }

    /// <summary>The proxy of the environment. A portal on this computer is always reached directly.</summary>
    private sealed class EnvironmentProxy : IWebProxy {
      public ICredentials Credentials {
        get {
          Uri proxy = ProxyOf("https") ?? ProxyOf("http");
          if (proxy == null || proxy.UserInfo == "") return null;
          string[] parts = proxy.UserInfo.Split(new[] { ':' }, 2);
          return new NetworkCredential(Uri.UnescapeDataString(parts[0]), parts.Length == 1 ? "" : Uri.UnescapeDataString(parts[1]));
        }
        set { throw new NotSupportedException(); }
      }

      public Uri GetProxy(Uri target) {
        return ProxyOf(target.Scheme);
      }

      public bool IsBypassed(Uri target) {
        string host = target.Host.ToLowerInvariant();
        bool isListed = Variable("no_proxy").Split(',').Select(each => each.Trim().TrimStart('.').ToLowerInvariant())
          .Any(each => each == "*" || (each != "" && (host == each || host.EndsWith("." + each, StringComparison.Ordinal))));
        return target.IsLoopback || isListed || ProxyOf(target.Scheme) == null;
      }

      internal bool IsSet(Uri target) {
        return ProxyOf(target.Scheme) != null;
      }

      private static string Variable(string name) {
        return Environment.GetEnvironmentVariable(name) ?? Environment.GetEnvironmentVariable(name.ToUpperInvariant()) ?? "";
      }

      private static Uri ProxyOf(string scheme) {
        string proxy = Variable(scheme + "_proxy");
        return proxy == "" ? null : new Uri(proxy.Contains("://") ? proxy : "http://" + proxy);
      }
    }
  }
}
