package io.koordbridge.kube.listwatch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Speaks HTTP/1.1 and sees what becomes of each connection: lists are empty, watches stay silent after what they begin with. */
final class RawServer implements AutoCloseable {

    private static final Pattern VERSION = Pattern.compile("resourceVersion=(\\d+)");
    private static final String LIST = """
            {"kind": "DeviceList", "apiVersion": "scheduling.koordinator.sh/v1alpha1",
             "metadata": {"resourceVersion": "7"}, "items": []}
            """;
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

    private final ExecutorService serving = Executors.newCachedThreadPool();
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final List<Socket> watches = new CopyOnWriteArrayList<>();
    private final List<Integer> watchedFrom = new CopyOnWriteArrayList<>();
    private final AtomicInteger left = new AtomicInteger();
    private final String begin;
    private final ServerSocket listening;

    private RawServer(String begin) {
        this.begin = begin;
        try {
            listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        serving.execute(this::accept);
    }

    /** Answers to watches with one line, then keeps silent. */
    static RawServer telling(String line) {
        return new RawServer(chunk(line));
    }

    /** Does not even begin to answer to watches. */
    static RawServer mute() {
        return new RawServer("");
    }

    String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** Versions that watches asked for. */
    List<Integer> watchedFrom() {
        return watchedFrom;
    }

    /** How many watches the other side ended. */
    int left() {
        return left.get();
    }

    /** Begins to answer to the last watch. */
    void answerLate(String line) throws IOException {
        send(watches.get(watches.size() - 1), chunk(line));
    }

    /**
     * Ends the last watch.
     *
     * @param abruptly without a word about what was not read
     */
    void end(boolean abruptly) throws IOException {
        Socket last = watches.get(watches.size() - 1);
        if (abruptly) {
            last.setSoLinger(true, 0);
        }
        last.close();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = listening.accept();
                connections.add(connection);
                serving.execute(() -> serve(connection));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
            String request = in.readLine();
            boolean watches = false;
            while (request != null && !watches) {
                String header = in.readLine();
                while (header != null && !header.isEmpty()) {
                    header = in.readLine();
                }
                watches = request.contains("watch=true");
                answer(connection, request);
                request = in.readLine();
            }
            left.addAndGet(watches ? 1 : 0);
        } catch (IOException e) {
            // the other side of end
        }
    }

    private void answer(Socket connection, String request) throws IOException {
        if (request.contains("watch=true")) {
            send(connection, begin);
            Matcher version = VERSION.matcher(request);
            watches.add(connection);
            watchedFrom.add(version.find() ? Integer.parseInt(version.group(1)) : 0);
        } else {
            send(connection, HEAD + "Content-Length: " + LIST.length() + "\r\n\r\n" + LIST);
        }
    }

    private static String chunk(String line) {
        return HEAD + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(line.length()) + "\r\n" + line
                + "\r\n";
    }

    private static void send(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket connection : connections) {
            connection.close();
        }
        serving.shutdownNow();
    }
}
