// SPDX-License-Identifier: Apache-2.0
package basics;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The calls of a tool to its portal: activate a PC, and refresh revocations, keys, add-ons and releases. See docs/portal-calls.md. The calls use the proxy of the variables
 * `http_proxy`, `https_proxy` and `no_proxy`, otherwise that of the JDK, and the certificates of the JDK.
 */
public final class Portal {
  private static final int MAX_SILENCE = 10;
  private static final int MAX_LENGTH = 4_000_000;
  private static final String ATOM = "http://www.w3.org/2005/Atom";

  private static final List<String> REASONS = List.of("NOT_CONFIRMED", "REFUSED_IN_PORTAL", "PORTAL_NOT_REACHED", "TOO_MANY_ATTEMPTS", "PC_NOT_IDENTIFIED");

  private final URI address;
  private final HttpClient client;

  /** `address` is the address of the portal, such as `https://portal.example`. */
  public Portal(URI address) {
    if (address.getHost() == null || !List.of("http", "https").contains(address.getScheme()))
      throw new IllegalArgumentException(address + " is not the address of a portal, such as https://portal.example.");
    this.address = address;
    EnvironmentProxy proxy = new EnvironmentProxy(System.getenv());
    client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).followRedirects(HttpClient.Redirect.NEVER).version(HttpClient.Version.HTTP_1_1)
        .proxy(proxy).authenticator(proxy.authenticator()).build();
  }

  /** What a person confirms in the portal: the code, and the page, also with the code in its address. */
  public record Question(String userCode, String page, String pageWithCode) {}

  /** `CONFIRMED` with the licence file, or the reason why there is none, with the message of the portal if it gave one. */
  public record Activation(String code, String licence, String message) {}

  /** A published version. */
  public record Release(String version, String title, String page) {}

  /**
   * What a portal publishes. `revocations` is the result of `Tool.takeRevocations`, or `PORTAL_NOT_REACHED`. `keys` are the public keys that the portal uses; empty if none of
   * them is a key of the tool. `tools` is the text for `hasAddOn`, empty if the portal did not answer. The newest release comes first.
   */
  public record Refreshed(String revocations, List<byte[]> keys, String tools, List<Release> releases) {}

  /** The status is 0 if the portal does not answer in time. */
  private record Answer(int status, String text) {
    Fields fields() {
      try {
        return Fields.of(Json.parse(text));
      } catch (Json.Malformed cause) {
        return new Fields(Map.of());
      }
    }

    String textOf(String name) {
      return fields().values().get(name) instanceof String value ? value : "";
    }
  }

  private Answer request(String path, String body) throws InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address.getScheme() + "://" + address.getRawAuthority() + path)).timeout(Duration.ofSeconds(10));
    if (body != null) request.header("content-type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    try {
      HttpResponse<InputStream> reply = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream stream = reply.body()) {
        // The time limit of the request ends with the header of the answer.
        byte[] bytes = CompletableFuture.supplyAsync(() -> readBytes(stream)).get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        return bytes.length > MAX_LENGTH ? new Answer(0, "") : new Answer(reply.statusCode(), new String(bytes, StandardCharsets.UTF_8));
      }
    } catch (IOException | ExecutionException | TimeoutException cause) {
      return new Answer(0, ""); // No network, no such host, a wrong certificate, or an answer that is not HTTP.
    }
  }

  private static byte[] readBytes(InputStream stream) {
    try {
      return stream.readNBytes(MAX_LENGTH + 1);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /**
   * Gets the licence file for a verification code, after a person confirmed it in the portal. `show` shows the code that the person confirms. `away` is called once if the portal
   * does not answer for 10 seconds: then show the verification code, which can be pasted on any PC. To stop waiting, interrupt the thread.
   */
  public Activation activate(String code, Consumer<Question> show, Runnable away) throws InterruptedException {
    Answer start = request("/core/api/activation/device", "{\"verificationCode\":" + quote(code) + "}");
    Fields fields = start.fields();
    Question question = new Question(start.textOf("user_code"), start.textOf("verification_uri"), start.textOf("verification_uri_complete"));
    long left;
    long interval;
    try {
      left = fields.whole("expires_in", 86_400);
      interval = Math.max(1, fields.whole("interval", 3600));
    } catch (Json.Malformed cause) {
      return refused(start);
    }
    String device = start.textOf("device_code");
    boolean isPlain = question.userCode.matches("[A-Z-]{1,20}") && isAddress(question.page) && isAddress(question.pageWithCode);
    if (start.status != 200 || device.isEmpty() || !isPlain) return refused(start);
    show.accept(question);
    long silence = 0;
    for (long waited = 0; waited <= left; waited += interval) {
      Thread.sleep(interval * 1000);
      Answer poll = request("/core/api/activation/token", "{\"device_code\":" + quote(device) + "}");
      String licence = poll.textOf("licence_file");
      if (poll.status == 200 && !licence.isEmpty()) return new Activation("CONFIRMED", licence, "");
      long before = silence;
      silence = poll.status == 0 || poll.status >= 500 ? silence + interval : 0;
      if (before < MAX_SILENCE && silence >= MAX_SILENCE) away.run();
      switch (poll.textOf("code")) {
        case "EXPIRED_TOKEN" -> {
          return new Activation("NOT_CONFIRMED", "", "");
        }
        case "ACCESS_DENIED" -> {
          return new Activation("REFUSED_IN_PORTAL", "", "");
        }
        case "SLOW_DOWN" -> interval += 5;
        default -> {}
      }
    }
    return new Activation("NOT_CONFIRMED", "", "");
  }

  /**
   * Gets and installs a licence for this PC, after a person confirmed it in the portal. `show` shows the code that the person confirms. `paste` gets the verification code in lines if
   * the portal does not answer: it can be pasted on any PC. Without a licence, the finding has the reason: `NOT_CONFIRMED`, `REFUSED_IN_PORTAL`, `PORTAL_NOT_REACHED`,
   * `TOO_MANY_ATTEMPTS` or `PORTAL_REFUSED`. Throws as `Tool.makeCode` and `Tool.install` do.
   */
  public Tool.Finding getLicence(Tool tool, Consumer<Question> show, Consumer<String> paste) throws IOException, InterruptedException {
    String code = tool.makeCode();
    Activation activation = activate(code, show, () -> paste.accept(Basics.printCode(code)));
    if (activation.code.equals("CONFIRMED")) return tool.install(activation.licence);
    if (activation.code.equals("PORTAL_NOT_REACHED")) paste.accept(Basics.printCode(code));
    return new Tool.Finding(REASONS.contains(activation.code) ? activation.code : "PORTAL_REFUSED");
  }

  private static Activation refused(Answer start) {
    String code = start.textOf("code");
    boolean isRefusal = start.status >= 400 && start.status < 500 && code.matches("[A-Z_]{1,40}") && !List.of("PAGE_NOT_FOUND", "CONFIRMED").contains(code);
    return isRefusal ? new Activation(code, "", start.textOf("message")) : new Activation("PORTAL_NOT_REACHED", "", "");
  }

  /** Takes the revocation list of the portal, and reads what else the portal publishes. Call it about once a day; throws IOException if the list cannot be stored. */
  public Refreshed refresh(Tool tool) throws IOException, InterruptedException {
    String list = read("/.well-known/basics-revocations/" + tool.id());
    String revocations = list.isEmpty() ? "PORTAL_NOT_REACHED" : tool.takeRevocations(list);
    List<byte[]> keys = readKeys(read("/.well-known/basics-licence-keys"), tool.keys());
    Answer tools = new Answer(200, read("/.well-known/basics-tools"));
    boolean hasTools = tools.fields().values().get("tools") instanceof List;
    return new Refreshed(revocations, keys, hasTools ? tools.text : "", readReleases(read("/release-notes/feed.xml")));
  }

  private String read(String path) throws InterruptedException {
    Answer answer = request(path, null);
    return answer.status == 200 ? answer.text : "";
  }

  /** Reads the keys that a portal uses, from the text of /.well-known/basics-licence-keys. Empty if none of them is a known key. */
  public static List<byte[]> readKeys(String text, List<byte[]> known) {
    List<byte[]> keys = new ArrayList<>();
    try {
      for (Fields entry : Fields.of(Json.parse(text)).objects("keys")) {
        if (!List.of("current", "next", "retired").contains(entry.text("status"))) continue;
        byte[] key = HexFormat.of().parseHex(entry.hex("publicKey", 64));
        if (Basics.keyId(key).equals(entry.text("kid"))) keys.add(key);
      }
    } catch (Json.Malformed cause) {
      return List.of();
    }
    boolean isKnown = keys.stream().anyMatch(key -> known.stream().anyMatch(each -> Arrays.equals(each, key)));
    return isKnown ? keys : List.of();
  }

  /** Reads the releases from the text of /release-notes/feed.xml. Empty for a text that is no such feed. */
  public static List<Release> readReleases(String text) {
    List<Release> releases = new ArrayList<>();
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null);
      NodeList entries = builder.parse(new ByteArrayInputStream(Basics.utf8(text))).getElementsByTagNameNS(ATOM, "entry");
      for (int at = 0; at < entries.getLength(); at++) {
        Element entry = (Element) entries.item(at);
        String page = attribute(entry, "link", "href");
        NodeList titles = entry.getElementsByTagNameNS(ATOM, "title");
        String title = titles.getLength() == 0 ? "" : titles.item(0).getTextContent();
        if (isAddress(page)) releases.add(new Release(attribute(entry, "category", "term"), title, page));
      }
    } catch (ParserConfigurationException | SAXException | IOException cause) {
      return List.of();
    }
    return releases;
  }

  private static String attribute(Element entry, String element, String name) {
    NodeList found = entry.getElementsByTagNameNS(ATOM, element);
    return found.getLength() == 0 ? "" : ((Element) found.item(0)).getAttribute(name);
  }

  /** Whether a text from the portal can be shown and opened: an address without spaces and control characters. */
  private static boolean isAddress(String text) {
    return text.matches("https?://[!-~]+");
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars().forEach(unit -> quoted.append(unit < 0x20 || unit > 0x7e || unit == '"' || unit == '\\' ? String.format("\\u%04x", unit) : String.valueOf((char) unit)));
    return quoted.append('"').toString();
  }

  /** The proxy of the environment, otherwise that of the JDK. A portal on this computer is always reached directly. */
  private static final class EnvironmentProxy extends ProxySelector {
    private final Map<String, String> environment;

    EnvironmentProxy(Map<String, String> environment) {
      this.environment = environment;
    }

    private String read(String name) {
      return environment.getOrDefault(name, environment.getOrDefault(name.toUpperCase(Locale.ROOT), ""));
    }

    private URI proxyOf(URI target) {
      String host = target.getHost().toLowerCase(Locale.ROOT);
      boolean isLocal = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
      boolean isDirect = isLocal || Arrays.stream(read("no_proxy").split(",")).map(each -> each.strip().toLowerCase(Locale.ROOT).replaceFirst("^\\.", ""))
          .anyMatch(each -> each.equals("*") || !each.isEmpty() && (host.equals(each) || host.endsWith("." + each)));
      String proxy = read(target.getScheme() + "_proxy");
      return isDirect || proxy.isEmpty() ? null : URI.create(proxy.contains("://") ? proxy : "http://" + proxy);
    }

    @Override
    public List<Proxy> select(URI target) {
      URI proxy = proxyOf(target);
      if (proxy == null) return ProxySelector.getDefault() == null ? List.of(Proxy.NO_PROXY) : ProxySelector.getDefault().select(target);
      return List.of(new Proxy(Proxy.Type.HTTP, new InetSocketAddress(proxy.getHost(), proxy.getPort() < 0 ? 80 : proxy.getPort())));
    }

    @Override
    public void connectFailed(URI target, SocketAddress proxy, IOException cause) {}

    /** Gives the proxy the name and the password in its address. */
    Authenticator authenticator() {
      return new Authenticator() {
        @Override
        protected PasswordAuthentication getPasswordAuthentication() {
          String user = getRequestorType() != RequestorType.PROXY ? null : URI.create(read("https_proxy").isEmpty() ? read("http_proxy") : read("https_proxy")).getUserInfo();
          if (user == null) return null;
          String[] parts = user.split(":", 2);
          return new PasswordAuthentication(parts[0], (parts.length == 1 ? "" : parts[1]).toCharArray());
        }
      };
    }
  }
}
