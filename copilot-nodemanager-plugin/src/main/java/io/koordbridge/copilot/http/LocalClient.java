package io.koordbridge.copilot.http;

import io.koordbridge.copilot.json.JsonException;
import io.koordbridge.copilot.json.JsonObject;
import io.koordbridge.copilot.json.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads documents of the plugin's API, over whichever transport it has. Logs nothing: it runs without the libraries of a NodeManager. */
public final class LocalClient {
    private static final int MOST_BYTES = 1 << 20;
    private static final String OK = "HTTP/1.1 200 ";

    private final Path socket;
    private final Path tokenFile;

    public LocalClient(Path socket) {
        this.socket = socket;
        this.tokenFile = socket.resolveSibling(socket.getFileName() + ".token");
    }

    /** Blocks until the answer is there; an interrupt closes the connection. */
    public JsonObject get(String path) throws IOException {
        JsonObject token = token();
        String authorization = token == null ? "" : "Authorization: Bearer " + member(token, "token") + "\r\n";
        SocketAddress address = token == null ? UnixAddress.of(socket) : loopback(member(token, "address"));
        try (SocketChannel channel = SocketChannel.open(address)) {
            String request =
                    "GET " + path + " HTTP/1.1\r\nHost: copilot\r\n" + authorization + "Connection: close\r\n\r\n";
            ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            return body(text(Channels.newInputStream(channel)));
        }
    }

    /** Null over the unix socket. A token file that an earlier NodeManager left does not hide a socket. */
    private @Nullable JsonObject token() throws IOException {
        if (Files.exists(socket) || !Files.exists(tokenFile)) {
            return null;
        }
        return parsed(new String(Files.readAllBytes(tokenFile), StandardCharsets.UTF_8));
    }

    private static SocketAddress loopback(String address) throws IOException {
        String port = address.substring(address.lastIndexOf(':') + 1);
        try {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
        } catch (IllegalArgumentException e) {
            throw new IOException("no port in " + address, e);
        }
    }

    private static String text(InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] part = new byte[8192];
        for (int read = in.read(part); read >= 0; read = in.read(part)) {
            out.write(part, 0, read);
            if (out.size() > MOST_BYTES) {
                throw new IOException("the answer is longer than " + MOST_BYTES + " bytes");
            }
        }
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }

    private static JsonObject body(String answer) throws IOException {
        int end = answer.indexOf("\r\n\r\n");
        if (end < 0 || !answer.startsWith(OK)) {
            throw new IOException("unexpected answer: " + answer.split("\r?\n", 2)[0]);
        }
        return parsed(answer.substring(end + 4));
    }

    private static JsonObject parsed(String text) throws IOException {
        try {
            return JsonParser.parseObject(text);
        } catch (JsonException e) {
            throw new IOException("not JSON as expected: " + e.getMessage(), e);
        }
    }

    private static String member(JsonObject object, String name) throws IOException {
        try {
            String text = object.text(name);
            if (text != null) {
                return text;
            }
        } catch (JsonException e) {
            throw new IOException(e.getMessage(), e);
        }
        throw new IOException("the token file has no " + name);
    }
}
