package io.koordbridge.bench.admission;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** One kept connection that sends a request and reads its answer, one after the other: as cheap as a client can be. */
final class TlsConnection implements AutoCloseable {

    private static final int READ_LIMIT_MILLIS = 10_000;
    private static final int STATUS_START = "HTTP/1.1 ".length();
    private static final int STATUS_LENGTH = 3;
    private static final String LENGTH = "content-length:";

    private final SSLSocket socket;
    private final InputStream in;
    private final OutputStream out;

    TlsConnection(SSLContext tls, int port) throws IOException {
        socket = (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(READ_LIMIT_MILLIS);
        socket.startHandshake();
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** An answer. */
    record Answer(int status, String body) {}

    Answer send(byte[] request) throws IOException {
        out.write(request);
        out.flush();
        String head = line();
        int status = Integer.parseInt(head.substring(STATUS_START, STATUS_START + STATUS_LENGTH));
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            }
        }
        return new Answer(status, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0) {
                throw new EOFException("the webhook closed the connection");
            }
            if (read != '\r') {
                line.write(read);
            }
        }
        return line.toString(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
