package io.koordbridge.koordlet.yarn;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands on the plugin's socket and answers what a test wants, also what no plugin would. */
public final class StandInPlugin implements AutoCloseable {

    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final Pattern CONTENT_LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");
    private static final String NO_ANSWER = "";

    private final Path socket;
    private final ServerSocketChannel server;
    private final Thread serving;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<SocketChannel> held = new CopyOnWriteArrayList<>();

    public StandInPlugin(Path socket) {
        this.socket = socket;
        try {
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        serving = new Thread(this::serve, "stand-in-plugin");
        serving.setDaemon(true);
        serving.start();
    }

    /** A plugin that is well, with the given answers. */
    public void isWell(String node, String containers) {
        answers("/health", 200, "\"ok\"");
        answers("/v2/node", 200, node);
        answers("/v2/containers", 200, containers);
    }

    public void answers(String path, int status, String body) {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        says(path, "HTTP/1.1 " + status + " x\r\nContent-Length: " + length + "\r\nConnection: close\r\n\r\n" + body);
    }

    /** Exactly these characters. */
    public void says(String path, String text) {
        answers.put(path, text);
    }

    /** Takes the request and never answers. */
    public void hangs(String path) {
        answers.put(path, NO_ANSWER);
    }

    public Path socket() {
        return socket;
    }

    private void serve() {
        while (server.isOpen()) {
            try {
                answer(server.accept());
            } catch (IOException e) {
                if (!server.isOpen()) {
                    return;
                }
            }
        }
    }

    private void answer(SocketChannel one) throws IOException {
        String request = readRequest(one);
        requests.add(request);
        String path = request.split(" ")[1];
        String text = answers.getOrDefault(path, "HTTP/1.1 404 x\r\nContent-Length: 2\r\n\r\n{}");
        if (text.equals(NO_ANSWER)) {
            held.add(one);
            return;
        }
        try (one) {
            ByteBuffer rest = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (rest.hasRemaining()) {
                one.write(rest);
            }
        }
    }

    /** Requests until now, whole. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    private static boolean isWhole(String request) {
        int head = request.indexOf(END_OF_HEAD);
        Matcher length = CONTENT_LENGTH.matcher(request);
        int body = length.find() ? Integer.parseInt(length.group(1)) : 0;
        return head >= 0
                && request.substring(head + END_OF_HEAD.length()).getBytes(StandardCharsets.UTF_8).length >= body;
    }

    private static String readRequest(SocketChannel one) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        ByteBuffer part = ByteBuffer.allocate(4096);
        while (!isWhole(request.toString(StandardCharsets.UTF_8))) {
            if (one.read(part.clear()) < 0) {
                throw new IOException("the caller went away");
            }
            request.write(part.array(), 0, part.position());
        }
        return request.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            server.close();
            for (SocketChannel one : held) {
                one.close();
            }
            // A thread that waits in accept takes one more connection while the channel is being closed.
            serving.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
