package io.koordbridge.koordlet.yarn;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.koordlet.disk.OwnFile;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the plugin listens: a unix socket, or, where its Java has none (8 to 15), loopback TCP whose address and token are in a file beside the
 * place of the socket.
 */
final class PluginDoor {

    /** What a directory is searched for. */
    static final String GLOB = "*.{sock,sock.token}";

    private static final String TOKEN_FILE = ".token";
    private static final int MOST_BYTES = 4096;
    private static final Pattern ADDRESS = Pattern.compile("127\\.0\\.0\\.1:(\\d{1,5})");
    private static final Pattern TOKEN = Pattern.compile("[0-9A-Za-z_-]{16,256}");
    private static final int HIGHEST_PORT = 65_535;

    private PluginDoor() {}

    /**
     * A connection that does not block.
     *
     * @param authorization header line with its end; empty without a token
     */
    record Opened(SocketChannel channel, String authorization) {}

    /**
     * Connects.
     *
     * @param deadline by {@link System#nanoTime}
     * @throws ConnectException when no server listens
     * @throws IOException when it is not one to trust, or takes too long
     */
    static Opened open(Path door, PluginTrust trust, long deadline) throws IOException {
        return door.toString().endsWith(TOKEN_FILE) ? loopback(door, trust, deadline) : unix(door, trust);
    }

    private static Opened unix(Path socket, PluginTrust trust) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            // At once or not at all: a server that accepts no connection must not block the caller.
            if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
                throw new SocketTimeoutException("the connection is not accepted");
            }
            trust.requirePeer(channel, socket);
            return new Opened(channel, "");
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static Opened loopback(Path tokenFile, PluginTrust trust, long deadline) throws IOException {
        byte[] content = OwnFile.read(tokenFile, MOST_BYTES)
                .orElseThrow(() -> new ConnectException(tokenFile + " is not there any more"));
        trust.requireOwner(tokenFile);
        JsonNode said = PlainJson.MAPPER.readTree(content);
        Matcher address = ADDRESS.matcher(said.path("address").asText());
        String token = said.path("token").asText();
        if (!address.matches() || Integer.parseInt(address.group(1)) > HIGHEST_PORT) {
            throw new IOException("address = '" + said.path("address").asText() + "': want 127.0.0.1:port");
        }
        if (!TOKEN.matcher(token).matches()) {
            throw new IOException("token: want 16 to 256 of 0-9, A-Z, a-z, _ and -");
        }
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            connect(channel, Integer.parseInt(address.group(1)), deadline);
            return new Opened(channel, "Authorization: Bearer " + token + "\r\n");
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static void connect(SocketChannel channel, int port, long deadline) throws IOException {
        if (channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            return;
        }
        try (Selector selector = Selector.open()) {
            channel.register(selector, SelectionKey.OP_CONNECT);
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0 || selector.select(millis) == 0 || !channel.finishConnect()) {
                throw new SocketTimeoutException("the connection is not accepted");
            }
        }
    }
}
